#!/bin/sh
# Creates passwords and keys for the farm in compose.yaml, one per file. Existing files stay unchanged.
#   sh build/farm/make-secrets.sh [FOLDER]
set -eu
folder=${1:-$(dirname "$0")/secrets}

# Only the owner can open the folder. The files themselves are readable by everyone, because each container has its own
# user; it sees only the files that are mounted into it.
umask 022
mkdir -p "$folder"
chmod 700 "$folder"

random() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

digest() {
  if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -c1-64
}

# Writes a secret atomically; an interrupted one is created at the next run.
keep() {
  if [ ! -s "$folder/$1" ]; then
    cat > "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
  fi
}

random 32 | keep queue_password
random 10 | keep store_access_key_id
random 32 | keep store_secret_access_key
random 10 | keep api_key
random 32 | keep api_secret

# Derived from the files above at every run. The queue gets only the digest of the password. The user `farm` can access
# only the keys of the farm, and runs no administrative commands.
cat > "$folder/queue_users" << END
user default on nopass resetkeys resetchannels -@all +ping
user farm on #$(digest < "$folder/queue_password") ~scenewright:* &scenewright:* +@all -@admin -@dangerous +info
END
cat > "$folder/store_identities" << END
{
  "identities": [
    {
      "name": "farm",
      "credentials": [
        {
          "accessKey": "$(cat "$folder/store_access_key_id")",
          "secretKey": "$(cat "$folder/store_secret_access_key")"
        }
      ],
      "actions": ["Read:scenewright", "Write:scenewright", "List:scenewright", "Tagging:scenewright"]
    }
  ]
}
END
chmod 644 "$folder"/*
