#!/bin/sh
# Makes passwords and keys for the farm of compose.yaml, each in a file of its own; what is there stays as it is.
#   sh build/farm/make-secrets.sh [FOLDER]
set -eu
folder=${1:-$(dirname "$0")/secrets}

# Nobody else gets into the folder. The files in it can be read by all, because each container that is given one has a
# user of its own, and sees no other.
umask 022
mkdir -p "$folder"
chmod 700 "$folder"

random() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

digest() {
  if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -c1-64
}

# Whole or not at all: what is cut off here is made at the next run.
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

# Made of the others, each time. The queue learns only the digest of its password. Its user may use the farm's names and
# nothing that concerns the whole server.
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
