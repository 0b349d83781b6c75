
  CREATE TABLE blob (
    sha256 TEXT PRIMARY KEY, bytes INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE project (
    uid TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;

  -- name_key is the name as it is compared: NFC, case-folded.
  CREATE TABLE asset (
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL, name_key TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES blob, bytes INTEGER NOT NULL,
    content_type TEXT NOT NULL, etag TEXT NOT NULL,
    media TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (project, name_key)
  ) STRICT;
  CREATE INDEX asset_by_blob ON asset (sha256);
  CREATE INDEX asset_media_by_blob ON asset (sha256) WHERE media IS NOT NULL;
  CREATE INDEX asset_by_name ON asset (project, name);
  CREATE INDEX asset_without_media ON asset (updated_at) WHERE media IS NULL;

  CREATE TABLE upload (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL, chunk_count INTEGER NOT NULL, chunk_size INTEGER NOT NULL,
    -- 0 or 1 once the first 0 or n arrived, NULL before.
    first_id INTEGER,
    state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'expired', 'abandoned')),
    -- The answer of a finish, given again for a while.
    answer TEXT,
    created_at INTEGER NOT NULL, touched_at INTEGER NOT NULL, ended_at INTEGER
  ) STRICT;
  CREATE INDEX upload_by_project ON upload (project, state);

  CREATE TABLE chunk (
    upload TEXT NOT NULL REFERENCES upload ON DELETE CASCADE,
    chunk_id INTEGER NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, file TEXT NOT NULL,
    PRIMARY KEY (upload, chunk_id)
  ) STRICT;

  -- The document as XML; its JSON spelling is made from it.
  CREATE TABLE movie (
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL, name_key TEXT NOT NULL, xml TEXT NOT NULL, etag TEXT NOT NULL,
    duration_frames INTEGER, variable_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (project, name_key)
  ) STRICT;

  CREATE TABLE template (
    id INTEGER PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL, name_key TEXT NOT NULL,
    revision INTEGER NOT NULL, etag TEXT NOT NULL, duration_frames INTEGER,
    editing TEXT NOT NULL DEFAULT '{}', editing_etag TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    UNIQUE (project, name_key)
  ) STRICT;

  CREATE TABLE template_revision (
    template INTEGER NOT NULL REFERENCES template ON DELETE CASCADE,
    revision INTEGER NOT NULL, bytes BLOB NOT NULL, etag TEXT NOT NULL, saved_at INTEGER NOT NULL,
    PRIMARY KEY (template, revision)
  ) STRICT;

  CREATE TABLE batch (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    movie TEXT NOT NULL, format TEXT NOT NULL, quality TEXT NOT NULL, filename TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- A render. request is JSON without secrets; secret_name leads to what the secret keeper holds for it.
  CREATE TABLE render (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    batch TEXT REFERENCES batch ON DELETE CASCADE, batch_index INTEGER, filename TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'fetching', 'rendering', 'uploading', 'succeeded', 'failed', 'cancelled')),
    request TEXT NOT NULL, template TEXT NOT NULL, secret_name TEXT,
    attempt INTEGER NOT NULL DEFAULT 0,
    -- Whether the film is there although the job has not succeeded: only sending it is left to do.
    film TEXT REFERENCES blob, outcome TEXT, error TEXT,
    created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER
  ) STRICT;
  CREATE INDEX render_by_project ON render (project, sequence);
  CREATE INDEX render_by_state ON render (state, sequence);
  CREATE INDEX render_by_batch ON render (batch, batch_index);
  CREATE INDEX render_by_film ON render (film);

  -- Blobs that a render needs until it has ended.
  CREATE TABLE render_input (
    render TEXT NOT NULL REFERENCES render ON DELETE CASCADE,
    name_key TEXT NOT NULL, sha256 TEXT NOT NULL REFERENCES blob,
    PRIMARY KEY (render, name_key)
  ) STRICT;
  CREATE INDEX render_input_by_blob ON render_input (sha256);

  CREATE TABLE notification (
    id TEXT PRIMARY KEY,
    render TEXT NOT NULL,
    url TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given-up')),
    last_error TEXT, created_at INTEGER NOT NULL, ended_at INTEGER
  ) STRICT;
  CREATE INDEX notification_waiting ON notification (state, next_at);

  CREATE TABLE publication (
    uid TEXT PRIMARY KEY,
    cluster TEXT NOT NULL, project TEXT NOT NULL, project_name TEXT NOT NULL,
    version INTEGER NOT NULL, published_at INTEGER NOT NULL,
    UNIQUE (cluster, project, version)
  ) STRICT;

  CREATE TABLE publication_item (
    publication TEXT NOT NULL REFERENCES publication ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('asset', 'movie', 'template')),
    name TEXT NOT NULL, sha256 TEXT REFERENCES blob, content_type TEXT, text BLOB,
    PRIMARY KEY (publication, kind, name)
  ) STRICT;
  CREATE INDEX publication_item_by_blob ON publication_item (sha256);

  CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL, project TEXT, data TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  
-- next version

  -- JSON of the multipart upload that a render may have open at its destination: it outlives the process.
  ALTER TABLE render ADD COLUMN open_upload TEXT;
  CREATE INDEX render_with_open_upload ON render (id) WHERE open_upload IS NOT NULL;
  CREATE INDEX render_by_secret ON render (secret_name) WHERE secret_name IS NOT NULL;
  -- The next job is found without looking at all that wait.
  CREATE INDEX render_waiting ON render (project, batch IS NOT NULL, sequence) WHERE state = 'queued';
  -- Films that are kept, by the end of their render: the oldest go first.
  CREATE INDEX render_with_film ON render (ended_at) WHERE film IS NOT NULL AND ended_at IS NOT NULL;
  CREATE INDEX render_ended ON render (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX notification_ended ON notification (ended_at) WHERE ended_at IS NOT NULL;
  
-- next version

  -- A row of a paused batch waits, and is not looked at until it goes on.
  ALTER TABLE render ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
  DROP INDEX render_waiting;
  CREATE INDEX render_waiting ON render (project, batch IS NOT NULL, sequence) WHERE state = 'queued' AND held = 0;
  
-- next version

  -- What was published last to each other service; the snapshot itself is there.
  CREATE TABLE sent_publication (
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    cluster TEXT NOT NULL, version INTEGER NOT NULL, published_at INTEGER NOT NULL,
    PRIMARY KEY (project, cluster)
  ) STRICT;
  
-- next version

  -- Renders that a person wants before the others: the highest first. Zero for those that wait for their turn.
  ALTER TABLE render ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX render_wanted ON render (wanted) WHERE state = 'queued' AND held = 0 AND wanted > 0;

  -- Batches are counted without reading their renders.
  CREATE INDEX render_batch_state ON render (batch, state, held) WHERE batch IS NOT NULL;

  -- What a person has set for this workspace, as JSON.
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  
-- next version

  -- How many transactions there were. The number is also noted beside the database, by which a log that is gone is known.
  CREATE TABLE commit_count (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
  INSERT INTO commit_count (id, number) VALUES (1, 0);
  
-- next version

  -- When each project was last opened in an editor; one that has no row never was.
  CREATE TABLE project_opened (
    project TEXT PRIMARY KEY REFERENCES project ON DELETE CASCADE, opened_at INTEGER NOT NULL
  ) STRICT;
  
-- next version

  -- Assets that were deleted, until they are swept for good. Several may have one name; the later one has the higher
  -- id, and no id is given twice. The other columns are those of an asset.
  CREATE TABLE trashed_asset (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES blob, bytes INTEGER NOT NULL,
    content_type TEXT NOT NULL, etag TEXT NOT NULL,
    media TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX trashed_asset_by_project ON trashed_asset (project, id);
  CREATE INDEX trashed_asset_by_blob ON trashed_asset (sha256);
  CREATE INDEX trashed_asset_by_age ON trashed_asset (deleted_at);
  
-- next version

  -- What a list of movies says of each, in its order. In the table it stands behind the document, which may be long: a list
  -- would read through all of them.
  CREATE INDEX movie_listed ON movie (project, name, updated_at, duration_frames, variable_count);
  
-- next version

  -- What people have put assets in order by: a JSON array of texts.
  ALTER TABLE asset ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE trashed_asset ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  
-- next version

  -- Designs. What each is made of is kept as a project that no list shows. A copy is one of the program's, made when it was
  -- needed; one that is coming has still to show that it can be used, and has a name of its own meanwhile. version says
  -- which it is, file what its design.json says.
  CREATE TABLE design (
    name TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('copy', 'own', 'coming')),
    project TEXT NOT NULL UNIQUE REFERENCES project ON DELETE CASCADE,
    version TEXT NOT NULL, file TEXT NOT NULL, created_at INTEGER NOT NULL,
    PRIMARY KEY (state, name)
  ) STRICT;
  
-- next version

  -- What a project looks and sounds like, as JSON; one that has no row says nothing of it.
  CREATE TABLE brand (
    project TEXT PRIMARY KEY REFERENCES project ON DELETE CASCADE, kit TEXT NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  -- That of a published project, as it was then.
  ALTER TABLE publication ADD COLUMN brand TEXT;
  
-- next version

  -- Films by their links, by what they are made of; wish is what the link says. While one is made, render is what makes
  -- it; then film is its bytes.
  CREATE TABLE linked_film (
    key TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    wish TEXT NOT NULL,
    render TEXT REFERENCES render ON DELETE SET NULL,
    film TEXT REFERENCES blob, bytes INTEGER NOT NULL DEFAULT 0,
    made_at INTEGER, used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX linked_film_by_wish ON linked_film (project, wish);
  CREATE INDEX linked_film_by_render ON linked_film (render);
  CREATE INDEX linked_film_by_film ON linked_film (film);
  CREATE INDEX linked_film_by_use ON linked_film (used_at);

  -- The key of the linked film that a render is for. Such renders wait as those of batches do.
  ALTER TABLE render ADD COLUMN link TEXT;
  CREATE INDEX render_linked ON render (project, state) WHERE link IS NOT NULL;
  DROP INDEX render_waiting;
  CREATE INDEX render_waiting ON render (project, (batch IS NOT NULL OR link IS NOT NULL), sequence)
    WHERE state = 'queued' AND held = 0;
  
-- next version

  -- Where the bytes of a blob are. is_here: in a file of the workspace. stored_at: since when the object store is known
  -- to have them; NULL where it is not. used_at: when the file was last asked for; those of longest ago go first.
  ALTER TABLE blob ADD COLUMN is_here INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE blob ADD COLUMN stored_at INTEGER;
  ALTER TABLE blob ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX blob_not_stored ON blob (is_here, created_at, bytes) WHERE stored_at IS NULL;
  CREATE INDEX blob_copy ON blob (used_at, bytes) WHERE is_here = 1 AND stored_at IS NOT NULL;
  CREATE INDEX blob_elsewhere ON blob (is_here, sha256) WHERE is_here = 0;

  -- Blobs that the object store has to forget. They had a row until then.
  CREATE TABLE stored_removal (sha256 TEXT PRIMARY KEY, noted_at INTEGER NOT NULL) STRICT;
  
-- next version

  -- Whether a batch is accepted. Its rows are written down before that, as cancelled without an end, and queued after it.
  ALTER TABLE batch ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
  UPDATE batch SET accepted = 1 WHERE EXISTS (SELECT 1 FROM render WHERE batch = batch.id)
    AND NOT EXISTS (SELECT 1 FROM render WHERE batch = batch.id AND state = 'cancelled' AND ended_at IS NULL);
  
-- next version

  -- The digests of the assets that a film was made of, as a JSON object by input key; NULL of films made before.
  ALTER TABLE render ADD COLUMN made_of TEXT;
  
-- next version

  -- The newest revision without an error, which the movie was exported from; NULL where there was none.
  ALTER TABLE template ADD COLUMN good_revision INTEGER;
  UPDATE template SET good_revision = revision;
  -- How many errors a revision has.
  ALTER TABLE template_revision ADD COLUMN errors INTEGER NOT NULL DEFAULT 0;
  
-- next version

  -- The batch table of a template: rows and settings that a user prepares in the editor, as JSON.
  CREATE TABLE batch_table (
    template INTEGER PRIMARY KEY REFERENCES template ON DELETE CASCADE,
    content TEXT NOT NULL, etag TEXT NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  
-- next version

  -- The templates and languages of a run, as JSON; NULL of a batch of one movie.
  ALTER TABLE batch ADD COLUMN run TEXT;
  -- The place of a film in its run, as JSON: its row, its language, and the number of the film that stores its template.
  ALTER TABLE render ADD COLUMN cell TEXT;
  
-- next version

  -- The author of a revision as JSON (kind, name), and a description of the change. Both are NULL if they are unknown.
  ALTER TABLE template_revision ADD COLUMN author TEXT;
  ALTER TABLE template_revision ADD COLUMN label TEXT;
  
-- next version

  -- The blobs of the files beside a film. The outcome of the render has their names.
  CREATE TABLE render_file (
    render TEXT NOT NULL REFERENCES render ON DELETE CASCADE,
    sha256 TEXT NOT NULL REFERENCES blob,
    PRIMARY KEY (render, sha256)
  ) STRICT;
  CREATE INDEX render_file_by_blob ON render_file (sha256);
  
-- next version

  -- The calls of assistants: the key, its name, the tool, and what it concerned. The newest are kept.
  CREATE TABLE agent_call (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    agent_key TEXT NOT NULL,
    author TEXT NOT NULL,
    tool TEXT NOT NULL,
    project TEXT,
    template TEXT,
    label TEXT,
    milliseconds INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    before INTEGER,
    revision INTEGER
  ) STRICT;
  CREATE INDEX agent_call_by_key ON agent_call (agent_key, id);

  -- The renders and batches of assistants, by the key that started them.
  CREATE TABLE agent_job (
    job TEXT PRIMARY KEY, agent_key TEXT NOT NULL, path TEXT, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX agent_job_by_key ON agent_job (agent_key, created_at);
  
-- next version

  -- A table whose rows become films, again after each change. settings: JSON without the value of the header, which the
  -- secret keeper holds under secret_name. columns, problem, notes, row_problems, and guard are JSON.
  CREATE TABLE live_table (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    settings TEXT NOT NULL, etag TEXT NOT NULL, secret_name TEXT, origin TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('watching', 'paused', 'guarded')),
    key_column TEXT, columns TEXT NOT NULL DEFAULT '[]', bytes INTEGER, reading INTEGER NOT NULL DEFAULT 0,
    problem TEXT, notes TEXT NOT NULL DEFAULT '[]', row_problems TEXT NOT NULL DEFAULT '[]', guard TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX live_table_by_project ON live_table (project, created_at);

  -- A row of a live table. movie and language leave room for several films of a row. render: its last render; film: the
  -- last render that succeeded before it. The state of the row is the state of its render.
  CREATE TABLE live_row (
    live_table TEXT NOT NULL REFERENCES live_table ON DELETE CASCADE,
    key TEXT NOT NULL, movie TEXT NOT NULL DEFAULT '', language TEXT NOT NULL DEFAULT '',
    position INTEGER NOT NULL, line INTEGER NOT NULL, digest TEXT NOT NULL, cells TEXT NOT NULL,
    changed_in INTEGER NOT NULL, changed_columns TEXT NOT NULL DEFAULT '[]',
    name TEXT NOT NULL, filename TEXT NOT NULL, film_key TEXT,
    render TEXT REFERENCES render ON DELETE SET NULL, film TEXT REFERENCES render ON DELETE SET NULL,
    seen_at INTEGER NOT NULL, removed_at INTEGER,
    PRIMARY KEY (live_table, key, movie, language)
  ) STRICT;
  CREATE INDEX live_row_by_position ON live_row (live_table, position);
  CREATE INDEX live_row_by_render ON live_row (render) WHERE render IS NOT NULL;
  CREATE INDEX live_row_by_film ON live_row (film) WHERE film IS NOT NULL;

  -- The last readings of a live table. guard is JSON; NULL of applied readings.
  CREATE TABLE live_reading (
    live_table TEXT NOT NULL REFERENCES live_table ON DELETE CASCADE,
    number INTEGER NOT NULL, at INTEGER NOT NULL,
    rows INTEGER NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL, removed INTEGER NOT NULL, guard TEXT,
    PRIMARY KEY (live_table, number, at)
  ) STRICT;
  
-- next version

  -- The photos that visitors added to forms. `form` is the id of the form; it is empty while a photo is being copied.
  CREATE TABLE link_photo (
    name TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    form TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES blob, bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX link_photo_by_project ON link_photo (project);
  CREATE INDEX link_photo_by_form ON link_photo (form);
  CREATE INDEX link_photo_by_blob ON link_photo (sha256);
  CREATE INDEX link_photo_by_age ON link_photo (created_at);
  
-- next version

  -- places: the sheet and the numbers of the used columns in the spreadsheet as JSON.
  ALTER TABLE live_table ADD COLUMN places TEXT;
  
-- next version

  -- The films of rows that later readings changed or removed.
  ALTER TABLE live_reading ADD COLUMN past_made INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE live_reading ADD COLUMN past_failed INTEGER NOT NULL DEFAULT 0;
  