# Made from the contract of the service by `npm run clients`. Do not edit.
"""The shapes of the service as typed dictionaries. A shape has no methods and is a plain `dict` at run time."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class IssueItemsItem(TypedDict):
    list: str
    index: int


class _Issue(TypedDict):
    code: str
    severity: Literal["error", "warning"]
    # English sentence for `reason` and `values`
    message: str
    line: Union[int, None]
    column: Union[int, None]
    path: str


class Issue(_Issue, total=False):
    """A problem of a template."""

    reason: str
    values: Dict[str, Any]
    # Name of the cell in the spreadsheet, such as `Sheet1!C7`
    cell: str
    # The list items of the repeated element that has the problem, outermost list first; `index` starts at 1
    items: List[IssueItemsItem]


class _AcceptedRender(TypedDict):
    id: str
    state: Literal["queued"]
    statusUrl: str


class AcceptedRender(_AcceptedRender, total=False):
    # Warnings about unused fields of the request; absent without warnings
    issues: List[Issue]


class AgentCall(TypedDict):
    id: int
    # ISO 8601, UTC
    at: str
    key: str
    # Name of the key, and the name of the program if it is known
    author: str
    tool: str
    project: Union[str, None]
    template: Union[str, None]
    label: Union[str, None]
    milliseconds: int
    # `done`, or the code of the failure
    outcome: str
    # Revision of the template before the call, for edits
    before: Union[int, None]
    # Revision of the template after the call, for edits
    revision: Union[int, None]


AgentScope = Literal["look", "edit", "render"]


class AgentKey(TypedDict):
    id: str
    # Name of the program, shown beside its changes
    name: str
    # Permissions: `look` to read, `edit` to change, and `render` to render
    scopes: List[AgentScope]
    # Uids or names of projects; null for all projects
    projects: Union[List[str], None]
    # Whether edits and values can contain addresses of new hosts
    addresses: bool
    # Whether the key belongs to a program on this machine, which needs no secret
    local: bool
    # ISO 8601, UTC
    createdAt: str
    lastUsedAt: Union[str, None]
    revokedAt: Union[str, None]


class AgentState(TypedDict):
    # Whether programs on this machine can use the tools
    on: bool
    # Whether programs with a key can use the tools at `/mcp`
    http: bool
    # Whether the service currently refuses edits and renders of programs
    paused: bool
    # Folder of the workspace, for the command that connects an assistant
    workspace: str
    keys: List[AgentKey]
    # Name of the program that was last active in the past two minutes
    working: Union[str, None]


_AssetMediaDamage = TypedDict("_AssetMediaDamage", {"from": "float", "until": "Union[float, None]", "there": "Union[int, None]", "lacking": "Union[int, None]"})


_AssetMediaDamageOptional = TypedDict("_AssetMediaDamageOptional", {"several": "Literal[True]", "of": "Literal[\"sound\"]"}, total=False)


class AssetMediaDamage(_AssetMediaDamage, _AssetMediaDamageOptional):
    pass



_AssetMediaFaultsItem = TypedDict("_AssetMediaFaultsItem", {"from": "float", "until": "float"})


_AssetMediaFaultsItemOptional = TypedDict("_AssetMediaFaultsItemOptional", {"skipped": "Literal[True]"}, total=False)


class AssetMediaFaultsItem(_AssetMediaFaultsItem, _AssetMediaFaultsItemOptional):
    pass



class AssetMediaWhy(TypedDict):
    reason: str
    values: Dict[str, Any]


class _AssetMedia(TypedDict):
    kind: Literal["video", "audio", "image", "font", "captions", "other"]
    durationSeconds: Union[float, None]
    # End of the picture; null without a picture
    pictureSeconds: Union[float, None]
    width: Union[int, None]
    height: Union[int, None]
    frameRate: Union[str, None]
    videoCodec: Union[str, None]
    audioCodec: Union[str, None]
    hasAudio: bool
    damage: Union[AssetMediaDamage, None]
    # Family name of a font, if it has one
    fontFamily: Union[str, None]
    # Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can
    reason: Union[str, None]


class AssetMedia(_AssetMedia, total=False):
    # Damaged ranges that are known so far, in seconds of the source; absent if there are none
    faults: List[AssetMediaFaultsItem]
    # Code and values of `reason`, as in an issue; absent without a reason
    why: AssetMediaWhy


class Asset(TypedDict):
    name: str
    size: int
    contentType: str
    etag: str
    # ISO 8601, UTC
    createdAt: str
    # ISO 8601, UTC
    updatedAt: str
    # Null until the file has been inspected; files that are not media have the kind `other`
    media: Union[AssetMedia, None]
    # Tags of the asset
    tags: List[str]


class Author(TypedDict):
    """The author of a change: a person in an editor, a program that uses the HTTP interface, or an AI agent."""

    kind: Literal["person", "program", "agent"]
    name: str


class BatchCounts(TypedDict):
    total: int
    queued: int
    running: int
    succeeded: int
    failed: int
    cancelled: int


class _Batch(TypedDict):
    id: str
    project: str
    # Name of the movie; for a batch of several movies, the first one
    movie: str
    format: str
    quality: str
    state: Literal["running", "paused", "ended"]
    counts: BatchCounts
    # ISO 8601, UTC
    createdAt: str
    statusUrl: str


class Batch(_Batch, total=False):
    # Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches
    movies: List[str]
    # Languages of the films; null if the request has no `languages`, and absent if `movies` is absent
    languages: Union[List[str], None]
    # Requested loudness; absent if the film has the loudness of the movie
    loudness: str
    # Requested true peak; absent if the film has the true peak of the movie
    truepeak: str
    # Requested maximum size in bytes; absent if there is no limit
    maxbytes: int


RenderState = Literal["queued", "fetching", "rendering", "uploading", "succeeded", "failed", "cancelled"]


class FilmFile(TypedDict):
    """A file that accompanies a film, in answers."""

    name: str
    part: Literal["poster", "sheet", "captions", "chapters", "metadata", "cover", "checksums"]
    # Address of the file; null if it has expired
    url: Union[str, None]
    bytes: int
    sha256: str


class _BatchRow(TypedDict):
    # Number of the film in the batch, from 1
    index: int
    filename: str
    state: RenderState
    render: Union[str, None]
    url: Union[str, None]
    # Files of the package, without the film
    files: List[FilmFile]
    error: Union[str, None]
    variables: Dict[str, str]


class BatchRow(_BatchRow, total=False):
    reason: str
    values: Dict[str, Any]
    # Number of the row from which the film was made; absent if the batch has no `movies`
    row: int
    movie: str
    language: str
    frames: Union[int, None]
    durationSeconds: Union[float, None]
    bytes: Union[int, None]
    sha256: Union[str, None]


class BatchTableTable(TypedDict):
    columns: List[str]
    rows: List[List[str]]


class BatchTableLinksItemFilm(TypedDict):
    batch: str
    index: int


class _BatchTableLinksItem(TypedDict):
    batch: str
    index: int


class BatchTableLinksItem(_BatchTableLinksItem, total=False):
    film: BatchTableLinksItemFilm


class BatchTable(TypedDict, total=False):
    """The rows that a user prepares for a batch of films, with the settings of the films. Unknown fields are preserved."""

    # Name of the file that the table was read from
    name: Union[str, None]
    # Cells of the table; absent without a table
    table: BatchTableTable
    # Variable for each column; null if the column is not used
    uses: List[Union[str, None]]
    # Indexes of the rows that the batch leaves out, from 0
    left: List[int]
    # Batch and row of the last render of each row; `film` has the batch and row of the earlier film that the row still has
    links: List[Union[BatchTableLinksItem, None]]
    # Settings of the films
    settings: Dict[str, Any]


class Cluster(TypedDict):
    name: str
    # `local`: snapshots in this workspace; `service`: another service with this interface
    kind: Literal["local", "service"]
    # Address of the other service; null for `local`
    url: Union[str, None]


_CreatedProject = TypedDict("_CreatedProject", {"Project-UID": "str", "uid": "str", "name": "str"})


_CreatedProjectOptional = TypedDict("_CreatedProjectOptional", {"template": "str"}, total=False)


class CreatedProject(_CreatedProject, _CreatedProjectOptional):
    pass



class DeletedAnswer(TypedDict):
    deleted: List[str]


DesignSize = Literal["16:9", "9:16", "1:1"]


class DesignSizesItem(TypedDict):
    size: DesignSize
    width: int
    height: int
    # Duration in frames, with the defaults of the variables
    frames: int
    framerate: str
    seconds: float
    # Number of the poster frame
    posterFrame: int


class VariableDeclarationChoicesItem(TypedDict):
    value: str
    label: Union[str, None]


class VariableDeclaration(TypedDict):
    type: Union[Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice", "list"], None]
    label: Union[str, None]
    help: Union[str, None]
    group: Union[str, None]
    required: bool
    min: Union[float, None]
    max: Union[float, None]
    step: Union[float, None]
    maxlength: Union[int, None]
    multiline: bool
    choices: List[VariableDeclarationChoicesItem]


class VariableListFieldsItemChoicesItem(TypedDict):
    value: str
    label: Union[str, None]


class VariableListFieldsItemListFieldsItemChoicesItem(TypedDict):
    value: str
    label: Union[str, None]


class VariableListFieldsItemListFieldsItemListFieldsItemChoicesItem(TypedDict):
    value: str
    label: Union[str, None]


class VariableListFieldsItemListFieldsItemListFieldsItem(TypedDict):
    type: Union[Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice", "list"], None]
    label: Union[str, None]
    help: Union[str, None]
    required: bool
    min: Union[float, None]
    max: Union[float, None]
    step: Union[float, None]
    maxlength: Union[int, None]
    multiline: bool
    choices: List[VariableListFieldsItemListFieldsItemListFieldsItemChoicesItem]
    name: str
    default: Union[str, None]


class VariableListFieldsItemListFieldsItemList(TypedDict):
    # Type of the items of a list without fields
    of: Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice"]
    fields: List[VariableListFieldsItemListFieldsItemListFieldsItem]


class _VariableListFieldsItemListFieldsItem(TypedDict):
    type: Union[Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice", "list"], None]
    label: Union[str, None]
    help: Union[str, None]
    required: bool
    min: Union[float, None]
    max: Union[float, None]
    step: Union[float, None]
    maxlength: Union[int, None]
    multiline: bool
    choices: List[VariableListFieldsItemListFieldsItemChoicesItem]
    name: str
    default: Union[str, None]


class VariableListFieldsItemListFieldsItem(_VariableListFieldsItemListFieldsItem, total=False):
    list: VariableListFieldsItemListFieldsItemList


class VariableListFieldsItemList(TypedDict):
    # Type of the items of a list without fields
    of: Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice"]
    fields: List[VariableListFieldsItemListFieldsItem]


class VariableListFieldsItemUsesItem(TypedDict):
    path: str
    attribute: str
    line: Union[int, None]
    scene: Union[int, None]


class _VariableListFieldsItem(TypedDict):
    type: Union[Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice", "list"], None]
    label: Union[str, None]
    help: Union[str, None]
    required: bool
    min: Union[float, None]
    max: Union[float, None]
    step: Union[float, None]
    maxlength: Union[int, None]
    multiline: bool
    choices: List[VariableListFieldsItemChoicesItem]
    name: str
    default: Union[str, None]
    uses: List[VariableListFieldsItemUsesItem]


class VariableListFieldsItem(_VariableListFieldsItem, total=False):
    # Declaration of the items of a list in an item; only for fields of type `list`
    list: VariableListFieldsItemList


class VariableList(TypedDict):
    # Type of the items of a list without fields
    of: Literal["text", "number", "color", "boolean", "time", "video", "image", "sound", "font", "choice"]
    min: Union[float, None]
    max: Union[float, None]
    # Number of items in the default value
    items: int
    fields: List[VariableListFieldsItem]


class VariableUsesItem(TypedDict):
    path: str
    attribute: str
    line: Union[int, None]
    scene: Union[int, None]


class _Variable(TypedDict):
    name: str
    type: Literal["media", "color", "time", "number", "boolean", "text"]
    defaultvalue: Union[str, None]
    options: str
    offset: Union[int, None]
    numframes: Union[int, None]
    uses: List[VariableUsesItem]


class Variable(_Variable, total=False):
    choices: List[str]
    declaration: VariableDeclaration
    # Value from the brand of the project, which applies if the request has no value
    brand: str
    # Declaration of the items; only for lists
    list: VariableList


class DesignContents(TypedDict):
    scenes: int
    transitions: int
    texts: int
    keyframes: int
    sounds: int


class Design(TypedDict):
    name: str
    # Title in the requested language
    title: str
    description: str
    category: Literal["people", "shops", "news", "social", "events", "products"]
    # Whether the design is your own; false for built-in designs
    own: bool
    licence: Union[str, None]
    # Changes whenever the design changes; use it as `v` in addresses of pictures
    version: str
    # At least one size; the first is the default
    sizes: List[DesignSizesItem]
    # Variables of the design; all sizes have the same variables
    variables: List[Variable]
    dataSets: List[str]
    contents: DesignContents


class _Destination(TypedDict):
    type: Literal["object_store", "s3"]
    bucket: str
    filename: str


class Destination(_Destination, total=False):
    """The destination of a film in a request. The schema also accepts the vendor's spellings of the fields."""

    # Name of stored keys, instead of the keys themselves
    credentials: str
    access_key_id: str
    aws_access_key_id: str
    secret_access_key: str
    aws_secret_access_key: str
    endpoint: str
    region: str


class _EditingRecordDataSetsItem(TypedDict):
    name: str
    values: Dict[str, str]


class EditingRecordDataSetsItem(_EditingRecordDataSetsItem, total=False):
    id: str


class EditingRecordMarkersItem(TypedDict):
    id: str
    frame: int
    name: str


class EditingRecord(TypedDict, total=False):
    """The data that the editor stores with a template. Unknown fields are preserved."""

    # Sample values of variables, by name
    dataSets: List[EditingRecordDataSetsItem]
    # Id of the data set whose values the editor shows
    chosen: str
    markers: List[EditingRecordMarkersItem]
    # The last view of the editor
    view: Dict[str, Any]


class Encoder(TypedDict):
    """A hardware encoder."""

    name: str
    label: str
    # Formats that the encoder can encode
    formats: List[str]
    available: bool
    # Reason why the encoder is unavailable: FFmpeg was built without the encoder, or the test of the encoder failed; null if it is available
    reason: Union[Literal["not-in-ffmpeg", "no-device"], None]
    # Error message of FFmpeg; null if there is none
    detail: Union[str, None]


class Farm1Renders(TypedDict):
    queued: int
    running: int


class Farm1(TypedDict):
    kind: Literal["embedded"]
    renders: Farm1Renders
    oldestSeconds: Union[float, None]


class Farm2Queue1(TypedDict):
    state: Literal["reached"]
    address: str


class _Farm2Queue2Why(TypedDict):
    message: str


class Farm2Queue2Why(_Farm2Queue2Why, total=False):
    reason: str
    values: Dict[str, Any]


class Farm2Queue2(TypedDict):
    state: Literal["away"]
    address: str
    reason: str
    why: Farm2Queue2Why
    # ISO 8601, UTC
    since: str


class Farm2Store1(TypedDict):
    state: Literal["reached"]
    address: str


class _Farm2Store2Why(TypedDict):
    message: str


class Farm2Store2Why(_Farm2Store2Why, total=False):
    reason: str
    values: Dict[str, Any]


class Farm2Store2(TypedDict):
    state: Literal["away"]
    address: str
    reason: str
    why: Farm2Store2Why
    # ISO 8601, UTC
    since: str


class Farm2Renders(TypedDict):
    queued: int
    running: int


class Farm2Orders(TypedDict):
    waiting: int
    active: int


class Farm2Wanted(TypedDict):
    engine: int
    canvasKit: str
    # Version of the SVG renderer; empty for a worker of an older version
    svg: str


class Farm2Maker(TypedDict):
    engine: int
    ffmpeg: str
    canvasKit: str
    # Version of the SVG renderer; empty for a worker of an older version
    svg: str


class _Farm2WaitsFor(TypedDict):
    message: str


class Farm2WaitsFor(_Farm2WaitsFor, total=False):
    reason: str
    values: Dict[str, Any]


class _Farm2FaultsItem(TypedDict):
    message: str


class Farm2FaultsItem(_Farm2FaultsItem, total=False):
    reason: str
    values: Dict[str, Any]


class Farm2Made(TypedDict):
    films: int
    parts: int
    frames: int
    failures: int
    # Number of lookups of parts in the cache and the store; `found` is the number of hits
    lookedFor: int
    found: int
    bytesFetched: float
    bytesPut: float


class FarmWorkerMaker(TypedDict):
    engine: int
    ffmpeg: str
    canvasKit: str
    # Version of the SVG renderer; empty for a worker of an older version
    svg: str


class _FarmWorkerWhy(TypedDict):
    message: str


class FarmWorkerWhy(_FarmWorkerWhy, total=False):
    reason: str
    values: Dict[str, Any]


class FarmWorkerDoingItemFilm(TypedDict):
    done: int
    total: int


class FarmWorkerDoingItem(TypedDict):
    # Id of the current job
    order: str
    # A complete film, or parts of a film that several workers render
    kind: Literal["film", "parts"]
    render: str
    # Uid of the project; null if the render no longer exists
    project: Union[str, None]
    # Title of the render
    name: Union[str, None]
    # Number of frames that this worker has finished; `total` is the number of all frames of its job
    done: int
    total: int
    # Progress of the complete film, if several workers render its parts; null for other films, and until the number of frames is known
    film: Union[FarmWorkerDoingItemFilm, None]
    # ISO 8601, UTC
    since: str


class FarmWorkerMade(TypedDict):
    films: int
    parts: int
    frames: int
    failures: int
    # Number of lookups of parts in the cache and the store; `found` is the number of hits
    lookedFor: int
    found: int
    bytesFetched: float
    bytesPut: float


class FarmWorker(TypedDict):
    id: str
    name: str
    version: str
    maker: FarmWorkerMaker
    # `other`: the worker has other versions and gets no jobs; `why` has the details
    state: Literal["working", "idle", "draining", "other"]
    # Reason why the worker gets no jobs; null if it gets jobs
    why: Union[FarmWorkerWhy, None]
    # Load from 0 to 1
    load: float
    cores: int
    memoryBytes: float
    # ISO 8601, UTC
    startedAt: str
    # ISO 8601, UTC
    seenAt: str
    doing: List[FarmWorkerDoingItem]
    made: FarmWorkerMade
    framesPerSecond: float
    partsPerSecond: float


class Farm2(TypedDict):
    kind: Literal["farm"]
    queue: Union[Farm2Queue1, Farm2Queue2]
    store: Union[Farm2Store1, Farm2Store2]
    renders: Farm2Renders
    # Age of the oldest queued render; null if none is queued
    oldestSeconds: Union[float, None]
    # Numbers of unfinished films in the queue: `active` if a worker makes the film or a part of it, otherwise `waiting`
    orders: Farm2Orders
    # Number of files that are not in the store yet; null if the number is unknown
    uploadsWaiting: Union[int, None]
    # Versions that a worker must have to get jobs
    wanted: Farm2Wanted
    # Versions of the workers that get jobs; null without such workers
    maker: Union[Farm2Maker, None]
    # Reason why nothing is rendered; null if renders can run
    waitsFor: Union[Farm2WaitsFor, None]
    # Configuration errors that do not stop rendering
    faults: List[Farm2FaultsItem]
    # Cores of the workers that get jobs
    cores: int
    framesPerSecond: float
    partsPerSecond: float
    # Totals of all current workers, each since its start
    made: Farm2Made
    # The first 1,000 workers, sorted by name
    workers: List[FarmWorker]
    workersInAll: int


Farm = Union[Farm1, Farm2]


class FarmCheckQueue1(TypedDict):
    ok: Literal[True]


class _FarmCheckQueue2(TypedDict):
    ok: Literal[False]
    message: str


class FarmCheckQueue2(_FarmCheckQueue2, total=False):
    reason: str
    values: Dict[str, Any]


class FarmCheckStore1(TypedDict):
    ok: Literal[True]


class _FarmCheckStore2(TypedDict):
    ok: Literal[False]
    message: str


class FarmCheckStore2(_FarmCheckStore2, total=False):
    reason: str
    values: Dict[str, Any]


class FarmCheck(TypedDict):
    queue: Union[FarmCheckQueue1, FarmCheckQueue2]
    store: Union[FarmCheckStore1, FarmCheckStore2]


class FarmHealthWorkers(TypedDict):
    able: int
    draining: int
    other: int


class _FarmHealthWaitsFor(TypedDict):
    message: str


class FarmHealthWaitsFor(_FarmHealthWaitsFor, total=False):
    reason: str
    values: Dict[str, Any]


class FarmHealth(TypedDict):
    """The state of the farm for monitoring."""

    queue: Literal["reached", "away"]
    store: Literal["reached", "away"]
    # `able` and `draining` workers match this service; `other` ones have other versions
    workers: FarmHealthWorkers
    waitsFor: Union[FarmHealthWaitsFor, None]


class FarmSettingsFarm(TypedDict):
    # `redis://` or `rediss://`, without user name and password
    queue: str
    username: Union[str, None]
    hasPassword: bool
    # `s3://bucket/prefix`, or an absolute folder that all machines share
    store: str
    # Address of the object store; null for Amazon S3 and for a folder
    endpoint: Union[str, None]
    region: Union[str, None]
    # Whether keys for the object store are stored
    hasKeys: bool


_FarmSettings = TypedDict("_FarmSettings", {"from": "Union[Literal[\"arguments\", \"environment\", \"settings\"], None]", "changeable": "bool", "farm": "Union[FarmSettingsFarm, None]", "takesEffect": "Literal[\"in-effect\", \"at-next-start\"]"})


class FarmSettings(_FarmSettings):
    pass



class _FarmSettingsInput(TypedDict):
    queue: str
    store: str


class FarmSettingsInput(_FarmSettingsInput, total=False):
    """The settings to store. If a secret is omitted or empty, the stored secret is kept, but only while its address stays the same. Null removes the secret."""

    username: Union[str, None]
    password: Union[str, None]
    endpoint: Union[str, None]
    region: Union[str, None]
    accessKeyId: Union[str, None]
    secretAccessKey: Union[str, None]


class FfmpegLocation(TypedDict):
    """The FFmpeg program of the service, and how it was found."""

    path: str
    version: str
    # Build options of FFmpeg; empty if FFmpeg does not print them
    configuration: str
    origin: Literal["configured", "bundled", "system", "package"]


class FilmAddress(TypedDict):
    """A public address of a film, with its expiry time."""

    address: str
    # ISO 8601, UTC
    expiresAt: str


class FinishedRender(TypedDict):
    id: str
    state: Literal["succeeded"]
    url: str
    format: str
    frames: int
    durationSeconds: float
    bytes: int
    sha256: str
    # Files of the package, without the film
    files: List[FilmFile]
    issues: List[Issue]


class FontPackageFontsItemWeights(TypedDict):
    least: float
    most: float


class FontPackageFontsItem(TypedDict):
    family: str
    sha256: str
    weights: FontPackageFontsItemWeights
    style: Literal["normal", "italic"]


class FontPackage(TypedDict):
    """A package of optional fonts."""

    name: str
    title: str
    families: List[str]
    # Number of downloaded bytes; 0 unless a download is running. `bytes` is the size of the package
    fetchedBytes: float
    bytes: float
    state: Literal["absent", "adding", "added"]
    # Reason why the last download failed; null if it did not fail
    failure: Union[str, None]
    fonts: List[FontPackageFontsItem]


class _Format(TypedDict):
    name: str
    label: str
    purpose: str
    extension: str
    mimeType: str
    videoCodec: Union[str, None]
    audioCodec: Union[str, None]
    # Transparency of films: `kept` preserves it; with `threshold`, each pixel is either opaque or transparent; with `none`, the film is drawn over the matte color
    alpha: Literal["kept", "threshold", "none"]
    available: bool
    # Whether `maxbytes` can limit the size of a film in this format
    sizable: bool


class Format(_Format, total=False):
    reason: str
    values: Dict[str, Any]


_FrameSpan = TypedDict("_FrameSpan", {"from": "int", "to": "int"})


class FrameSpan(_FrameSpan):
    """A range of frames of a film; `to` is exclusive."""


class HealthFfmpeg(TypedDict):
    version: str
    knownBad: bool


class HealthDisk(TypedDict):
    freeBytes: float
    totalBytes: float


class HealthQueue(TypedDict):
    queued: int
    running: int


class Health(TypedDict):
    """The health of the service, for monitoring."""

    status: Literal["ok", "read-only", "degraded"]
    version: str
    # Region of the service; the value of `:region` in paths
    region: str
    ffmpeg: Union[HealthFfmpeg, None]
    disk: HealthDisk
    queue: HealthQueue
    # State of the farm; null if the service renders itself
    farm: Union[FarmHealth, None]


class LoudnessNormalization(TypedDict):
    # Factor of the amplitude
    gain: float
    # Integrated loudness before the gain; null for silence
    integratedLufs: Union[float, None]
    # Highest true peak before the gain; null for silence
    truePeakDbtp: Union[float, None]


class Loudness(TypedDict):
    # Integrated loudness; null if everything is below −70 LUFS, such as silence
    integratedLufs: Union[float, None]
    # Highest true peak; null for silence
    truePeakDbtp: Union[float, None]
    # Loudness range
    rangeLu: float
    durationSeconds: float
    # Gain that the setting `loudness` causes; null for films without the setting. The other values are measured after the gain
    normalization: Union[LoudnessNormalization, None]


_MediaFactsVideoGapsItem = TypedDict("_MediaFactsVideoGapsItem", {"from": "float", "until": "float"})


class MediaFactsVideoGapsItem(_MediaFactsVideoGapsItem):
    pass



class MediaFactsVideo(TypedDict):
    codec: str
    profile: Union[str, None]
    # A whole number or a fraction such as `30000/1001`; null if unknown
    frameRate: Union[str, None]
    variableRate: bool
    # Number of frames; null if unknown
    frames: Union[int, None]
    startSeconds: float
    endSeconds: float
    codedWidth: int
    codedHeight: int
    # Width in square pixels, after rotation
    displayWidth: int
    displayHeight: int
    # Pixel aspect ratio, such as `64:45`
    sampleAspect: str
    # Clockwise rotation in degrees that a player applies
    rotation: int
    pixelFormat: str
    bitDepth: int
    hasAlpha: bool
    hdr: bool
    matrix: Literal["bt709", "bt601", "bt2020", "smpte240m", "fcc", "rgb"]
    range: Literal["limited", "full"]
    transfer: Literal["sdr", "pq", "hlg"]
    # First field of an interlaced picture; null for a progressive one
    fieldOrder: Union[Literal["top", "bottom"], None]
    # Periods of more than a second without a picture
    gaps: List[MediaFactsVideoGapsItem]


_MediaFactsAudioGapsItem = TypedDict("_MediaFactsAudioGapsItem", {"from": "float", "until": "float"})


class MediaFactsAudioGapsItem(_MediaFactsAudioGapsItem):
    pass



class MediaFactsAudio(TypedDict):
    codec: str
    sampleRate: int
    channels: int
    # FFmpeg’s name of the channel layout, such as `5.1(side)`; null if the file does not specify it
    channelLayout: Union[str, None]
    startSeconds: float
    endSeconds: float
    # Samples that the encoder added at the start; players skip them. `padding` counts the samples at the end.
    priming: int
    padding: int
    # Periods without sound data in the container
    gaps: List[MediaFactsAudioGapsItem]


class MediaFactsOtherTracks(TypedDict):
    video: int
    audio: int


_MediaFactsDamage = TypedDict("_MediaFactsDamage", {"from": "float", "until": "Union[float, None]", "there": "Union[int, None]", "lacking": "Union[int, None]"})


_MediaFactsDamageOptional = TypedDict("_MediaFactsDamageOptional", {"several": "Literal[True]", "of": "Literal[\"sound\"]"}, total=False)


class MediaFactsDamage(_MediaFactsDamage, _MediaFactsDamageOptional):
    pass



_MediaFactsFaultsItem = TypedDict("_MediaFactsFaultsItem", {"from": "float", "until": "float"})


_MediaFactsFaultsItemOptional = TypedDict("_MediaFactsFaultsItemOptional", {"skipped": "Literal[True]"}, total=False)


class MediaFactsFaultsItem(_MediaFactsFaultsItem, _MediaFactsFaultsItemOptional):
    pass



class MediaFactsChangesItem(TypedDict):
    of: Literal["picture", "sound", "clock"]
    seconds: float


class _MediaFacts(TypedDict):
    # Strong ETag; for an asset, the ETag of the asset
    etag: str
    size: int
    # FFmpeg’s name of the container, such as `mov`, `matroska`, or `wav`; `captions` for a captions file
    container: str
    contentType: str
    # Duration; all times in seconds count from the start of the first stream
    durationSeconds: float
    video: Union[MediaFactsVideo, None]
    audio: Union[MediaFactsAudio, None]
    damage: Union[MediaFactsDamage, None]
    # Places where the format of a stream changes or the clock jumps; such a source is played from a converted copy
    changes: List[MediaFactsChangesItem]
    # Whether browsers based on Chromium can decode the source
    playable: bool
    # Whether a browser shows different pictures from the engine; then a player needs the proxy
    needsProxy: bool
    proxyReasons: List[Literal["container", "video-codec", "audio-codec", "pixel-format", "hdr", "color", "interlaced", "changes", "transform"]]


class MediaFacts(_MediaFacts, total=False):
    # Numbers of further tracks, which films do not use; absent if there are none
    otherTracks: MediaFactsOtherTracks
    # Damaged ranges that are known so far, in seconds of the source; absent if there are none
    faults: List[MediaFactsFaultsItem]


class _MediaProxyError(TypedDict):
    code: str
    detail: str


class MediaProxyError(_MediaProxyError, total=False):
    reason: str
    values: Dict[str, Any]


class MediaProxy(TypedDict):
    state: Literal["queued", "working", "ready", "failed"]
    # Progress from 0 to 1
    progress: float
    # ETag of the proxy; null until it is ready
    etag: Union[str, None]
    error: Union[MediaProxyError, None]


class MissingAsset(TypedDict):
    name: str
    # Templates that use the asset
    templates: List[str]


class MovieEntry(TypedDict):
    name: str
    # ISO 8601, UTC
    updatedAt: str
    durationFrames: Union[int, None]
    variables: int


class _NewAgentKey(TypedDict):
    # Name of the program, shown beside its changes
    name: str


class NewAgentKey(_NewAgentKey, total=False):
    """The fields of a new key with their defaults."""

    # Permissions: `look` to read, `edit` to change, and `render` to render
    scopes: List[AgentScope]
    # Uids or names of projects; null for all projects
    projects: Union[List[str], None]
    # Whether edits and values can contain addresses of new hosts
    addresses: bool


class OutdatedFilm(TypedDict):
    """A film whose template, brand, or assets changed after its render."""

    project: str
    render: str
    batch: Union[str, None]
    # Parts that changed after the film was rendered
    by: List[Literal["template", "brand", "assets"]]
    # Id of a newer render of the same film that has not failed; null if there is none
    newer: Union[str, None]


class PackageRequestSheet(TypedDict, total=False):
    columns: int
    rows: int
    # Width of each picture in pixels
    width: int


class PackageRequest(TypedDict, total=False):
    """The requested files. An absent part is not created."""

    # Picture of the film at the time in the attribute `poster` of the movie
    poster: Literal["jpg", "png", "webp"]
    # Contact sheet: pictures of the film at regular intervals, in one JPEG
    sheet: PackageRequestSheet
    # Files with the captions, one for each language
    captions: List[Literal["srt", "vtt"]]
    # Subtitle track with the soft captions
    subtitles: Literal[True]
    chapters: Literal[True]
    # Metadata and cover of the film
    metadata: Literal[True]
    # File with the SHA-256 digests of the film and its files
    checksums: Literal[True]


class ProjectCounts(TypedDict):
    assets: int
    movies: int
    templates: int


class ProjectPublishedItem(TypedDict):
    cluster: str
    version: int
    # ISO 8601, UTC
    publishedAt: str


class Project(TypedDict):
    uid: str
    name: str
    # ISO 8601, UTC
    createdAt: str
    # ISO 8601, UTC
    updatedAt: str
    # Time when the project was last opened in an editor; null if it was never opened
    openedAt: Union[str, None]
    counts: ProjectCounts
    bytes: int
    # Last publication to each cluster, newest first
    published: List[ProjectPublishedItem]


_Publication = TypedDict("_Publication", {"Published-UID": "str", "cluster": "str", "version": "int", "publishedAt": "str"})


class Publication(_Publication):
    pass



class PublishedProject(TypedDict):
    uid: str
    project: str
    name: str
    version: int
    # ISO 8601, UTC
    publishedAt: str
    assets: List[str]
    movies: List[str]
    templates: List[str]


class ReceivedChunk(TypedDict):
    chunk_id: int
    size: int
    sha256: str


class SceneCounts(TypedDict):
    """The total number of scenes of a film, and the number of scenes that came from the cache."""

    total: int
    cached: int


class _RenderError(TypedDict):
    code: str
    detail: str


class RenderError(_RenderError, total=False):
    reason: str
    values: Dict[str, Any]
    issues: List[Issue]
    log: List[str]


class RenderDestination(TypedDict):
    bucket: str
    filename: str


class RenderValuesItem(TypedDict):
    name: str
    value: str


class _Render(TypedDict):
    id: str
    project: str
    # Title from the request
    name: Union[str, None]
    # Name of the template or movie
    template: Union[str, None]
    state: RenderState
    format: str
    quality: str
    # `software`, or the requested hardware encoder
    encoder: str
    # Requested frames; null for the complete film
    range: Union[FrameSpan, None]
    # Number of finished frames; `total` is the number of all frames
    done: int
    total: int
    fps: Union[float, None]
    etaSeconds: Union[float, None]
    # Numbers of all scenes and of cached scenes; null until the service has checked the cache
    scenes: Union[SceneCounts, None]
    # Whether the render is queued and was moved to the front of the queue
    next: bool
    attempt: int
    error: Union[RenderError, None]
    url: Union[str, None]
    # Object store to which the film is uploaded; null without a destination
    destination: Union[RenderDestination, None]
    frames: Union[int, None]
    durationSeconds: Union[float, None]
    bytes: Union[int, None]
    sha256: Union[str, None]
    # Files of the package, without the film
    files: List[FilmFile]
    warnings: List[Issue]
    # ISO 8601, UTC
    createdAt: str
    endedAt: Union[str, None]
    batch: Union[str, None]
    # Origin of the render: a request, a batch, a link, or a request of an assistant
    origin: Literal["request", "batch", "link", "agent"]
    # Author in the request; null if the request has no author
    author: Union[Author, None]
    # Values of the first 20 variables of the request, each shortened to 100 characters
    values: List[RenderValuesItem]


class Render(_Render, total=False):
    # Requested loudness; absent if the film has the loudness of the movie
    loudness: str
    # Requested true peak; absent if the film has the true peak of the movie
    truepeak: str
    # Requested maximum size in bytes; absent if there is no limit
    maxbytes: int


class _RequestHeader(TypedDict):
    name: str


class RequestHeader(_RequestHeader, total=False):
    """A header for requests to the address of a table. The value is secret and never part of an answer."""

    # Secret value of the header. Default: the stored value.
    value: str


_RestoredAssetMediaDamage = TypedDict("_RestoredAssetMediaDamage", {"from": "float", "until": "Union[float, None]", "there": "Union[int, None]", "lacking": "Union[int, None]"})


_RestoredAssetMediaDamageOptional = TypedDict("_RestoredAssetMediaDamageOptional", {"several": "Literal[True]", "of": "Literal[\"sound\"]"}, total=False)


class RestoredAssetMediaDamage(_RestoredAssetMediaDamage, _RestoredAssetMediaDamageOptional):
    pass



_RestoredAssetMediaFaultsItem = TypedDict("_RestoredAssetMediaFaultsItem", {"from": "float", "until": "float"})


_RestoredAssetMediaFaultsItemOptional = TypedDict("_RestoredAssetMediaFaultsItemOptional", {"skipped": "Literal[True]"}, total=False)


class RestoredAssetMediaFaultsItem(_RestoredAssetMediaFaultsItem, _RestoredAssetMediaFaultsItemOptional):
    pass



class RestoredAssetMediaWhy(TypedDict):
    reason: str
    values: Dict[str, Any]


class _RestoredAssetMedia(TypedDict):
    kind: Literal["video", "audio", "image", "font", "captions", "other"]
    durationSeconds: Union[float, None]
    # End of the picture; null without a picture
    pictureSeconds: Union[float, None]
    width: Union[int, None]
    height: Union[int, None]
    frameRate: Union[str, None]
    videoCodec: Union[str, None]
    audioCodec: Union[str, None]
    hasAudio: bool
    damage: Union[RestoredAssetMediaDamage, None]
    # Family name of a font, if it has one
    fontFamily: Union[str, None]
    # Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can
    reason: Union[str, None]


class RestoredAssetMedia(_RestoredAssetMedia, total=False):
    # Damaged ranges that are known so far, in seconds of the source; absent if there are none
    faults: List[RestoredAssetMediaFaultsItem]
    # Code and values of `reason`, as in an issue; absent without a reason
    why: RestoredAssetMediaWhy


_RestoredAsset = TypedDict("_RestoredAsset", {"name": "str", "size": "int", "contentType": "str", "etag": "str", "createdAt": "str", "updatedAt": "str", "media": "Union[RestoredAssetMedia, None]", "tags": "List[str]", "Resource-Name": "str", "formerName": "str"})


class RestoredAsset(_RestoredAsset):
    pass



class _Revision(TypedDict):
    revision: int
    # ISO 8601, UTC
    savedAt: str
    size: int
    etag: str


class Revision(_Revision, total=False):
    # Author of the change; null if the author is unknown
    author: Union[Author, None]
    # Description of the change; null if there is none
    label: Union[str, None]
    # Number of errors
    errors: int


_SampleProject = TypedDict("_SampleProject", {"Project-UID": "str", "uid": "str", "name": "str", "template": "str"})


class SampleProject(_SampleProject):
    pass



class SavedMovie(TypedDict):
    name: str
    variables: List[Variable]
    issues: List[Issue]


class _SavedTemplate(TypedDict):
    name: str
    movie: str
    revision: int
    variables: List[Variable]
    issues: List[Issue]


class SavedTemplate(_SavedTemplate, total=False):
    # Whether the movie was exported. If the template has errors, the movie still has the content of the newest revision without errors.
    exported: bool
    # Whether the changes of a newer revision were merged into the text. If so, download the template again.
    merged: bool


class StorageArea(TypedDict):
    """An area of the workspace on disk."""

    name: Literal["media", "trash", "films", "links", "segments", "views", "sources", "uploads", "database"]
    bytes: float
    files: int
    # Size limit; null without a limit
    limitBytes: Union[float, None]
    # Whether the area can be emptied, because the service can make its files again
    canEmpty: bool


class StorageLimits(TypedDict):
    """Size limits of caches and films, in bytes."""

    segments: float
    views: float
    sources: float
    films: float
    # Limit of the films that links requested
    links: float


_StoredAssetMediaDamage = TypedDict("_StoredAssetMediaDamage", {"from": "float", "until": "Union[float, None]", "there": "Union[int, None]", "lacking": "Union[int, None]"})


_StoredAssetMediaDamageOptional = TypedDict("_StoredAssetMediaDamageOptional", {"several": "Literal[True]", "of": "Literal[\"sound\"]"}, total=False)


class StoredAssetMediaDamage(_StoredAssetMediaDamage, _StoredAssetMediaDamageOptional):
    pass



_StoredAssetMediaFaultsItem = TypedDict("_StoredAssetMediaFaultsItem", {"from": "float", "until": "float"})


_StoredAssetMediaFaultsItemOptional = TypedDict("_StoredAssetMediaFaultsItemOptional", {"skipped": "Literal[True]"}, total=False)


class StoredAssetMediaFaultsItem(_StoredAssetMediaFaultsItem, _StoredAssetMediaFaultsItemOptional):
    pass



class StoredAssetMediaWhy(TypedDict):
    reason: str
    values: Dict[str, Any]


class _StoredAssetMedia(TypedDict):
    kind: Literal["video", "audio", "image", "font", "captions", "other"]
    durationSeconds: Union[float, None]
    # End of the picture; null without a picture
    pictureSeconds: Union[float, None]
    width: Union[int, None]
    height: Union[int, None]
    frameRate: Union[str, None]
    videoCodec: Union[str, None]
    audioCodec: Union[str, None]
    hasAudio: bool
    damage: Union[StoredAssetMediaDamage, None]
    # Family name of a font, if it has one
    fontFamily: Union[str, None]
    # Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can
    reason: Union[str, None]


class StoredAssetMedia(_StoredAssetMedia, total=False):
    # Damaged ranges that are known so far, in seconds of the source; absent if there are none
    faults: List[StoredAssetMediaFaultsItem]
    # Code and values of `reason`, as in an issue; absent without a reason
    why: StoredAssetMediaWhy


_StoredAsset = TypedDict("_StoredAsset", {"name": "str", "size": "int", "contentType": "str", "etag": "str", "createdAt": "str", "updatedAt": "str", "media": "Union[StoredAssetMedia, None]", "tags": "List[str]", "Resource-Name": "str"})


class StoredAsset(_StoredAsset):
    pass



class _StoredBrandBrandColoursItem(TypedDict):
    name: str
    value: str


class StoredBrandBrandColoursItem(_StoredBrandBrandColoursItem, total=False):
    role: Literal["accent", "panel", "highlight", "on_dark", "on_light"]


class _StoredBrandBrandFontsTitles(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class StoredBrandBrandFontsTitles(_StoredBrandBrandFontsTitles, total=False):
    weight: int


class _StoredBrandBrandFontsText(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class StoredBrandBrandFontsText(_StoredBrandBrandFontsText, total=False):
    weight: int


class _StoredBrandBrandFontsNumbers(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class StoredBrandBrandFontsNumbers(_StoredBrandBrandFontsNumbers, total=False):
    weight: int


class StoredBrandBrandFonts(TypedDict, total=False):
    titles: StoredBrandBrandFontsTitles
    text: StoredBrandBrandFontsText
    numbers: StoredBrandBrandFontsNumbers


class _StoredBrandBrandLogosItem(TypedDict):
    name: str
    asset: str


class StoredBrandBrandLogosItem(_StoredBrandBrandLogosItem, total=False):
    # Background of the text: the name of one of the colors, or #rrggbb
    on: str


class _StoredBrandBrandMusic(TypedDict):
    asset: str


class StoredBrandBrandMusic(_StoredBrandBrandMusic, total=False):
    # Factor of the amplitude
    volume: float


class _StoredBrandBrandMotionTransition(TypedDict):
    type: str


class StoredBrandBrandMotionTransition(_StoredBrandBrandMotionTransition, total=False):
    direction: str
    duration: str


class StoredBrandBrandMotion(TypedDict, total=False):
    # Easing as in templates, such as `ease-out`
    easing: str
    transition: StoredBrandBrandMotionTransition


class StoredBrandBrandCheckPlatformsItemMargins(TypedDict):
    top: float
    bottom: float
    left: float
    right: float


class StoredBrandBrandCheckPlatformsItem(TypedDict):
    # Name of the platform
    name: str
    # Covered margins: shares of the height (top, bottom) and of the width (left, right)
    margins: StoredBrandBrandCheckPlatformsItemMargins


class StoredBrandBrandCheck(TypedDict, total=False):
    # Platforms of the project
    platforms: List[StoredBrandBrandCheckPlatformsItem]
    # Codes of checks that are switched off, such as `text/tiny`
    off: List[str]


class StoredBrandBrand(TypedDict, total=False):
    colours: List[StoredBrandBrandColoursItem]
    fonts: StoredBrandBrandFonts
    # Templates show the first logo
    logos: List[StoredBrandBrandLogosItem]
    music: StoredBrandBrandMusic
    motion: StoredBrandBrandMotion
    check: StoredBrandBrandCheck


class StoredBrand(TypedDict):
    """A stored brand as the service returns it."""

    brand: StoredBrandBrand
    # Values of template variables that come from the brand, by variable name
    values: Dict[str, str]
    # Assets that the brand refers to but the project does not have; no variable gets them as its value
    missing: List[str]


class TagList(TypedDict):
    tags: List[str]


class _TemplateEntry(TypedDict):
    name: str
    # ISO 8601, UTC
    updatedAt: str
    revision: int
    # Duration of the newest revision without errors, in frames
    durationFrames: Union[int, None]


class TemplateEntry(_TemplateEntry, total=False):
    # Number of errors in the newest revision. Films are rendered from the newest revision without errors.
    errors: int


_TrashedAssetMediaDamage = TypedDict("_TrashedAssetMediaDamage", {"from": "float", "until": "Union[float, None]", "there": "Union[int, None]", "lacking": "Union[int, None]"})


_TrashedAssetMediaDamageOptional = TypedDict("_TrashedAssetMediaDamageOptional", {"several": "Literal[True]", "of": "Literal[\"sound\"]"}, total=False)


class TrashedAssetMediaDamage(_TrashedAssetMediaDamage, _TrashedAssetMediaDamageOptional):
    pass



_TrashedAssetMediaFaultsItem = TypedDict("_TrashedAssetMediaFaultsItem", {"from": "float", "until": "float"})


_TrashedAssetMediaFaultsItemOptional = TypedDict("_TrashedAssetMediaFaultsItemOptional", {"skipped": "Literal[True]"}, total=False)


class TrashedAssetMediaFaultsItem(_TrashedAssetMediaFaultsItem, _TrashedAssetMediaFaultsItemOptional):
    pass



class TrashedAssetMediaWhy(TypedDict):
    reason: str
    values: Dict[str, Any]


class _TrashedAssetMedia(TypedDict):
    kind: Literal["video", "audio", "image", "font", "captions", "other"]
    durationSeconds: Union[float, None]
    # End of the picture; null without a picture
    pictureSeconds: Union[float, None]
    width: Union[int, None]
    height: Union[int, None]
    frameRate: Union[str, None]
    videoCodec: Union[str, None]
    audioCodec: Union[str, None]
    hasAudio: bool
    damage: Union[TrashedAssetMediaDamage, None]
    # Family name of a font, if it has one
    fontFamily: Union[str, None]
    # Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can
    reason: Union[str, None]


class TrashedAssetMedia(_TrashedAssetMedia, total=False):
    # Damaged ranges that are known so far, in seconds of the source; absent if there are none
    faults: List[TrashedAssetMediaFaultsItem]
    # Code and values of `reason`, as in an issue; absent without a reason
    why: TrashedAssetMediaWhy


class TrashedAsset(TypedDict):
    """An asset in the trash, with its facts from the time of its deletion."""

    name: str
    size: int
    contentType: str
    etag: str
    # ISO 8601, UTC
    createdAt: str
    # ISO 8601, UTC
    updatedAt: str
    # Null until the file has been inspected; files that are not media have the kind `other`
    media: Union[TrashedAssetMedia, None]
    # Tags of the asset
    tags: List[str]
    # Id in the trash; the names of deleted assets can be equal, but the ids differ
    id: str
    # ISO 8601, UTC
    deletedAt: str
    # Time when the asset is deleted permanently
    expiresAt: str


class Upload(TypedDict):
    id: str
    upload_id: str
    name: str
    chunk_count: int
    chunk_size: int
    received: List[ReceivedChunk]
    # ISO 8601, UTC
    expires_at: str


class UploadState(TypedDict):
    id: str
    upload_id: str
    name: str
    chunk_count: int
    chunk_size: int
    received: List[ReceivedChunk]
    # ISO 8601, UTC
    expires_at: str
    missing: List[int]
    bytes_received: int


class UsedDesignTemplatesItem(TypedDict):
    size: DesignSize
    name: str


_UsedDesignAssetsItem = TypedDict("_UsedDesignAssetsItem", {"name": "str", "as": "str"})


class UsedDesignAssetsItem(_UsedDesignAssetsItem):
    pass



class UsedDesign(TypedDict):
    """The templates and files that a project got from a design."""

    # Name of the template to open first, and of its movie
    movie: str
    templates: List[UsedDesignTemplatesItem]
    # Files that the templates use; `as` is the name in the project
    assets: List[UsedDesignAssetsItem]


class Waveform(TypedDict):
    perSecond: int
    peaks: List[int]
    # One level for each peak
    levels: List[int]


class ListProjectsAnswer(TypedDict):
    """All projects, sorted by name"""

    Projects: List[List[str]]
    projects: List[Project]


class ListMissingAnswerProjectsItem(TypedDict):
    uid: str
    assets: List[MissingAsset]


class ListMissingAnswer(TypedDict):
    """The projects with missing assets"""

    projects: List[ListMissingAnswerProjectsItem]


CreateProjectAnswer = CreatedProject


class RenameProjectBody(TypedDict):
    name: str


RenameProjectAnswer = Project


OpenProjectAnswer = Project


class DuplicateProjectBody(TypedDict):
    name: str


DuplicateProjectAnswer = Project


DeleteProjectAnswer = DeletedAnswer


CreateSampleAnswer = SampleProject


class CreateFromBundleAnswerCounts(TypedDict):
    assets: int
    movies: int
    templates: int


class CreateFromBundleAnswerPublishedItem(TypedDict):
    cluster: str
    version: int
    # ISO 8601, UTC
    publishedAt: str


class CreateFromBundleAnswerLiveTablesItem(TypedDict):
    id: str
    name: str
    # Part of the table that the bundle does not contain, such as a secret header
    problem: Union[Issue, None]


class CreateFromBundleAnswer(TypedDict):
    """The new project"""

    uid: str
    name: str
    # ISO 8601, UTC
    createdAt: str
    # ISO 8601, UTC
    updatedAt: str
    # Time when the project was last opened in an editor; null if it was never opened
    openedAt: Union[str, None]
    counts: CreateFromBundleAnswerCounts
    bytes: int
    # Last publication to each cluster, newest first
    published: List[CreateFromBundleAnswerPublishedItem]
    # Imported live tables, which are paused
    liveTables: List[CreateFromBundleAnswerLiveTablesItem]


class ListDesignsAnswer(TypedDict):
    """Designs"""

    designs: List[Design]


class UseDesignBody(TypedDict, total=False):
    # Aspect ratio such as `9:16`, or `all`. Default: the first size of the design.
    size: Union[Literal["all"], DesignSize]
    # Name of the template. Default: the title of the design.
    name: str
    # Language of the template’s name, its texts, and its layer names. Default: `en`.
    language: Literal["en", "de"]


UseDesignAnswer = UsedDesign


CreateDesignAnswer = Design


class _SaveDesignBody(TypedDict):
    # Names of templates, each with a different aspect ratio.
    templates: List[str]
    title: str
    category: Literal["people", "shops", "news", "social", "events", "products"]


class SaveDesignBody(_SaveDesignBody, total=False):
    # Description of the design. Default: the title.
    description: str
    # Number of the poster frame. Default: a frame near the middle.
    posterFrame: int


SaveDesignAnswer = Design


DeleteDesignAnswer = DeletedAnswer


class ListAssetsAnswer(TypedDict):
    """A page of assets. `cursor` requests the next page; null on the last page."""

    assets: List[Asset]
    cursor: Union[str, None]


CreateAssetAnswer = StoredAsset


ReplaceAssetAnswer = StoredAsset


class RenameAssetBody(TypedDict):
    name: str


RenameAssetAnswer = StoredAsset


class CopyAssetBody(TypedDict):
    # Uid of the target project
    to: str


CopyAssetAnswer = StoredAsset


TagAssetBody = TagList


TagAssetAnswer = StoredAsset


DeleteAssetAnswer = DeletedAnswer


class ListTrashAnswer(TypedDict):
    """A page of the trash. `cursor` requests the next page; null on the last page."""

    assets: List[TrashedAsset]
    cursor: Union[str, None]
    count: int
    bytes: int


RestoreAssetAnswer = RestoredAsset


DeleteTrashedAnswer = DeletedAnswer


class EmptyTrashAnswer(TypedDict):
    """The number of deleted assets"""

    count: int


ReadBrandAnswer = StoredBrand


class _SaveBrandBodyColoursItem(TypedDict):
    name: str
    value: str


class SaveBrandBodyColoursItem(_SaveBrandBodyColoursItem, total=False):
    role: Literal["accent", "panel", "highlight", "on_dark", "on_light"]


class _SaveBrandBodyFontsTitles(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class SaveBrandBodyFontsTitles(_SaveBrandBodyFontsTitles, total=False):
    weight: int


class _SaveBrandBodyFontsText(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class SaveBrandBodyFontsText(_SaveBrandBodyFontsText, total=False):
    weight: int


class _SaveBrandBodyFontsNumbers(TypedDict):
    # A family, or the file of a font among the project’s assets
    font: str


class SaveBrandBodyFontsNumbers(_SaveBrandBodyFontsNumbers, total=False):
    weight: int


class SaveBrandBodyFonts(TypedDict, total=False):
    titles: SaveBrandBodyFontsTitles
    text: SaveBrandBodyFontsText
    numbers: SaveBrandBodyFontsNumbers


class _SaveBrandBodyLogosItem(TypedDict):
    name: str
    asset: str


class SaveBrandBodyLogosItem(_SaveBrandBodyLogosItem, total=False):
    # Background of the text: the name of one of the colors, or #rrggbb
    on: str


class _SaveBrandBodyMusic(TypedDict):
    asset: str


class SaveBrandBodyMusic(_SaveBrandBodyMusic, total=False):
    # Factor of the amplitude
    volume: float


class _SaveBrandBodyMotionTransition(TypedDict):
    type: str


class SaveBrandBodyMotionTransition(_SaveBrandBodyMotionTransition, total=False):
    direction: str
    duration: str


class SaveBrandBodyMotion(TypedDict, total=False):
    # Easing as in templates, such as `ease-out`
    easing: str
    transition: SaveBrandBodyMotionTransition


class SaveBrandBodyCheckPlatformsItemMargins(TypedDict):
    top: float
    bottom: float
    left: float
    right: float


class SaveBrandBodyCheckPlatformsItem(TypedDict):
    # Name of the platform
    name: str
    # Covered margins: shares of the height (top, bottom) and of the width (left, right)
    margins: SaveBrandBodyCheckPlatformsItemMargins


class SaveBrandBodyCheck(TypedDict, total=False):
    # Platforms of the project
    platforms: List[SaveBrandBodyCheckPlatformsItem]
    # Codes of checks that are switched off, such as `text/tiny`
    off: List[str]


class SaveBrandBody(TypedDict, total=False):
    colours: List[SaveBrandBodyColoursItem]
    fonts: SaveBrandBodyFonts
    # Templates show the first logo
    logos: List[SaveBrandBodyLogosItem]
    music: SaveBrandBodyMusic
    motion: SaveBrandBodyMotion
    check: SaveBrandBodyCheck


SaveBrandAnswer = StoredBrand


StartUploadAnswer = Upload


class ListUploadsAnswer(TypedDict):
    """Open uploads"""

    uploads: List[UploadState]


ReadUploadAnswer = UploadState


WriteChunkAnswer = ReceivedChunk


FinishUploadAnswer = StoredAsset


AbandonUploadAnswer = DeletedAnswer


class ListMoviesAnswer(TypedDict):
    """The names and details of the movies"""

    SDLS: List[str]
    movies: List[MovieEntry]


ReadMovieAnswer = Dict[str, Any]


CreateMovieAnswer = SavedMovie


ReplaceMovieAnswer = SavedMovie


DeleteMoviesAnswer = DeletedAnswer


DeleteMovieAnswer = DeletedAnswer


class ListVariablesAnswer(TypedDict):
    """Variables"""

    variables: List[Variable]


ReadMovieSchemaAnswer = Dict[str, Any]


class ListTemplatesAnswer(TypedDict):
    """Templates"""

    templates: List[TemplateEntry]


SaveTemplateAnswer = SavedTemplate


DeleteTemplateAnswer = DeletedAnswer


class ListRevisionsAnswer(TypedDict):
    """Revisions"""

    revisions: List[Revision]


ReadEditingAnswer = EditingRecord


SaveEditingBody = EditingRecord


SaveEditingAnswer = EditingRecord


ReadBatchTableAnswer = BatchTable


SaveBatchTableBody = BatchTable


SaveBatchTableAnswer = BatchTable


ReadMediaWaveformAnswer = Waveform


ReadMediaFactsAnswer = MediaFacts


StartMediaProxyAnswer = MediaProxy


class RenderFrameBody(TypedDict, total=False):
    # The XML movie template.
    template: str
    # Name of a saved movie, instead of `template`.
    movie: str
    # JSON object with the values of variables.
    variables: str
    # Language of the film. Default: the language of the movie.
    language: str
    # Frame number, from 0. Default: 0.
    frame: str
    # Width in pixels, at most the width of the film. Default: the width of the film.
    width: str
    # `png` (default), `jpeg`, `webp`, or `avif`.
    format: Literal["png", "jpeg", "webp", "avif"]


class MeasureLoudnessBody(TypedDict, total=False):
    # The XML movie template.
    template: str
    # Name of a saved movie, instead of `template`.
    movie: str
    # JSON object with the values of variables.
    variables: str
    # Language of the film. Default: the language of the movie.
    language: str
    # Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie.
    loudness: str
    # Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie.
    truepeak: str
    # An id that you choose. `loudness.progress` events with this id report the progress.
    watch: str


MeasureLoudnessAnswer = Loudness


_CheckFilmBodyOptional = TypedDict("_CheckFilmBodyOptional", {"template": "str", "movie": "str", "variables": "str", "language": "str", "loudness": "str", "truepeak": "str", "platforms": "str", "level": "Literal[\"quick\", \"full\"]", "only": "str", "skip": "str", "fixes": "str", "rows": "str", "watch": "str", "async": "Literal[\"true\", \"false\"]"}, total=False)


class CheckFilmBody(_CheckFilmBodyOptional):
    pass



class CheckFilmAnswer1Film(TypedDict):
    frames: int
    seconds: float
    width: int
    height: int
    rate: str
    # SHA-256 of the checked template and values
    digest: str


class CheckFilmAnswer1FindingsItemFixCommandsItem(TypedDict):
    do: Literal["set"]
    # Paths of the elements
    at: List[str]
    # New attributes; null removes one
    attributes: Dict[str, Union[str, None]]


class CheckFilmAnswer1FindingsItemFix(TypedDict):
    # Name of the change
    message: str
    # Code of the name
    reason: str
    values: Dict[str, Any]
    commands: List[CheckFilmAnswer1FindingsItemFixCommandsItem]


_CheckFilmAnswer1FindingsItem = TypedDict("_CheckFilmAnswer1FindingsItem", {"code": "str", "severity": "Literal[\"error\", \"warning\", \"notice\"]", "message": "str", "reason": "str", "values": "Dict[str, Any]", "at": "str", "node": "Union[str, None]", "line": "Union[int, None]", "column": "Union[int, None]", "from": "float", "to": "float", "frames": "List[int]", "box": "Union[List[int], None]", "source": "Literal[\"G\", \"P\", \"S\", \"F\"]", "variable": "Union[str, None]"})


_CheckFilmAnswer1FindingsItemOptional = TypedDict("_CheckFilmAnswer1FindingsItemOptional", {"fix": "CheckFilmAnswer1FindingsItemFix"}, total=False)


class CheckFilmAnswer1FindingsItem(_CheckFilmAnswer1FindingsItem, _CheckFilmAnswer1FindingsItemOptional):
    pass



class CheckFilmAnswer1SkippedItem(TypedDict):
    code: str
    why: Literal["level", "size", "platform", "file"]


class CheckFilmAnswer1UncheckedItem(TypedDict):
    code: str
    count: int


class CheckFilmAnswer1(TypedDict):
    # Version of the checks
    checks: str
    # Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound
    level: Literal["quick", "full"]
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    platforms: List[str]
    milliseconds: int
    film: CheckFilmAnswer1Film
    findings: List[CheckFilmAnswer1FindingsItem]
    # Number of further findings, which the report omits
    more: int
    ran: List[str]
    skipped: List[CheckFilmAnswer1SkippedItem]
    # Numbers of findings that the template disables with `unchecked`, by check code
    unchecked: List[CheckFilmAnswer1UncheckedItem]


class CheckFilmAnswer2RowsItem(TypedDict):
    # Number of the row, from 1
    index: int
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    # Reason why the film cannot be rendered; null if it can be rendered
    error: Union[str, None]


class CheckFilmAnswer2FindingsItemFixCommandsItem(TypedDict):
    do: Literal["set"]
    # Paths of the elements
    at: List[str]
    # New attributes; null removes one
    attributes: Dict[str, Union[str, None]]


class CheckFilmAnswer2FindingsItemFix(TypedDict):
    # Name of the change
    message: str
    # Code of the name
    reason: str
    values: Dict[str, Any]
    commands: List[CheckFilmAnswer2FindingsItemFixCommandsItem]


_CheckFilmAnswer2FindingsItem = TypedDict("_CheckFilmAnswer2FindingsItem", {"code": "str", "severity": "Literal[\"error\", \"warning\", \"notice\"]", "message": "str", "reason": "str", "values": "Dict[str, Any]", "at": "str", "node": "Union[str, None]", "line": "Union[int, None]", "column": "Union[int, None]", "from": "float", "to": "float", "frames": "List[int]", "box": "Union[List[int], None]", "source": "Literal[\"G\", \"P\", \"S\", \"F\"]", "variable": "Union[str, None]", "rows": "List[int]"})


_CheckFilmAnswer2FindingsItemOptional = TypedDict("_CheckFilmAnswer2FindingsItemOptional", {"fix": "CheckFilmAnswer2FindingsItemFix"}, total=False)


class CheckFilmAnswer2FindingsItem(_CheckFilmAnswer2FindingsItem, _CheckFilmAnswer2FindingsItemOptional):
    pass



class CheckFilmAnswer2(TypedDict):
    # Version of the checks
    checks: str
    # Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound
    level: Literal["quick", "full"]
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    platforms: List[str]
    milliseconds: int
    rows: List[CheckFilmAnswer2RowsItem]
    findings: List[CheckFilmAnswer2FindingsItem]
    more: int


class CheckFilmAnswer(TypedDict):
    id: str
    # Number of checked films; `total` is the number of all films
    done: int
    total: int
    # Progress of the check, from 0 to 1
    share: float
    state: Literal["running"]


CheckFilmAnswer = Union[Union[CheckFilmAnswer1, CheckFilmAnswer2], CheckFilmAnswer]


class ReadCheckAnswerReport1Film(TypedDict):
    frames: int
    seconds: float
    width: int
    height: int
    rate: str
    # SHA-256 of the checked template and values
    digest: str


class ReadCheckAnswerReport1FindingsItemFixCommandsItem(TypedDict):
    do: Literal["set"]
    # Paths of the elements
    at: List[str]
    # New attributes; null removes one
    attributes: Dict[str, Union[str, None]]


class ReadCheckAnswerReport1FindingsItemFix(TypedDict):
    # Name of the change
    message: str
    # Code of the name
    reason: str
    values: Dict[str, Any]
    commands: List[ReadCheckAnswerReport1FindingsItemFixCommandsItem]


_ReadCheckAnswerReport1FindingsItem = TypedDict("_ReadCheckAnswerReport1FindingsItem", {"code": "str", "severity": "Literal[\"error\", \"warning\", \"notice\"]", "message": "str", "reason": "str", "values": "Dict[str, Any]", "at": "str", "node": "Union[str, None]", "line": "Union[int, None]", "column": "Union[int, None]", "from": "float", "to": "float", "frames": "List[int]", "box": "Union[List[int], None]", "source": "Literal[\"G\", \"P\", \"S\", \"F\"]", "variable": "Union[str, None]"})


_ReadCheckAnswerReport1FindingsItemOptional = TypedDict("_ReadCheckAnswerReport1FindingsItemOptional", {"fix": "ReadCheckAnswerReport1FindingsItemFix"}, total=False)


class ReadCheckAnswerReport1FindingsItem(_ReadCheckAnswerReport1FindingsItem, _ReadCheckAnswerReport1FindingsItemOptional):
    pass



class ReadCheckAnswerReport1SkippedItem(TypedDict):
    code: str
    why: Literal["level", "size", "platform", "file"]


class ReadCheckAnswerReport1UncheckedItem(TypedDict):
    code: str
    count: int


class ReadCheckAnswerReport1(TypedDict):
    # Version of the checks
    checks: str
    # Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound
    level: Literal["quick", "full"]
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    platforms: List[str]
    milliseconds: int
    film: ReadCheckAnswerReport1Film
    findings: List[ReadCheckAnswerReport1FindingsItem]
    # Number of further findings, which the report omits
    more: int
    ran: List[str]
    skipped: List[ReadCheckAnswerReport1SkippedItem]
    # Numbers of findings that the template disables with `unchecked`, by check code
    unchecked: List[ReadCheckAnswerReport1UncheckedItem]


class ReadCheckAnswerReport2RowsItem(TypedDict):
    # Number of the row, from 1
    index: int
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    # Reason why the film cannot be rendered; null if it can be rendered
    error: Union[str, None]


class ReadCheckAnswerReport2FindingsItemFixCommandsItem(TypedDict):
    do: Literal["set"]
    # Paths of the elements
    at: List[str]
    # New attributes; null removes one
    attributes: Dict[str, Union[str, None]]


class ReadCheckAnswerReport2FindingsItemFix(TypedDict):
    # Name of the change
    message: str
    # Code of the name
    reason: str
    values: Dict[str, Any]
    commands: List[ReadCheckAnswerReport2FindingsItemFixCommandsItem]


_ReadCheckAnswerReport2FindingsItem = TypedDict("_ReadCheckAnswerReport2FindingsItem", {"code": "str", "severity": "Literal[\"error\", \"warning\", \"notice\"]", "message": "str", "reason": "str", "values": "Dict[str, Any]", "at": "str", "node": "Union[str, None]", "line": "Union[int, None]", "column": "Union[int, None]", "from": "float", "to": "float", "frames": "List[int]", "box": "Union[List[int], None]", "source": "Literal[\"G\", \"P\", \"S\", \"F\"]", "variable": "Union[str, None]", "rows": "List[int]"})


_ReadCheckAnswerReport2FindingsItemOptional = TypedDict("_ReadCheckAnswerReport2FindingsItemOptional", {"fix": "ReadCheckAnswerReport2FindingsItemFix"}, total=False)


class ReadCheckAnswerReport2FindingsItem(_ReadCheckAnswerReport2FindingsItem, _ReadCheckAnswerReport2FindingsItemOptional):
    pass



class ReadCheckAnswerReport2(TypedDict):
    # Version of the checks
    checks: str
    # Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound
    level: Literal["quick", "full"]
    # Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise
    verdict: Literal["passed", "warned", "failed"]
    platforms: List[str]
    milliseconds: int
    rows: List[ReadCheckAnswerReport2RowsItem]
    findings: List[ReadCheckAnswerReport2FindingsItem]
    more: int


class ReadCheckAnswer(TypedDict):
    """The check"""

    id: str
    # Number of checked films; `total` is the number of all films
    done: int
    total: int
    # Progress of the check, from 0 to 1
    share: float
    state: Literal["running", "done", "failed"]
    # Report; null while the check runs, and if the check failed
    report: Union[ReadCheckAnswerReport1, ReadCheckAnswerReport2, None]
    # Reason of the failure; null if the check has not failed
    error: Union[str, None]


class CancelCheckAnswer(TypedDict):
    """The stopped check"""

    id: str


_StartRenderBodyOptional = TypedDict("_StartRenderBodyOptional", {"template": "str", "movie": "str", "template_name": "str", "published": "str", "format": "str", "quality": "str", "encoder": "str", "variables": "str", "language": "str", "loudness": "str", "truepeak": "str", "maxbytes": "str", "package": "str", "range": "str", "destination": "str", "check": "Literal[\"quick\", \"full\"]", "failOn": "Literal[\"error\", \"warning\", \"never\"]", "platforms": "str", "async": "str", "detach": "str", "onsuccess": "str", "onerror": "str", "name": "str"}, total=False)


class StartRenderBody(_StartRenderBodyOptional):
    pass



StartRenderAnswer = Union[FinishedRender, AcceptedRender]


class ListRendersAnswer(TypedDict):
    """A page of renders"""

    renders: List[Render]
    cursor: Union[str, None]


class ListAllRendersAnswer(TypedDict):
    """A page of renders"""

    renders: List[Render]
    cursor: Union[str, None]


ForgetRendersAnswer = DeletedAnswer


class ReadRenderAnswerDestination(TypedDict):
    bucket: str
    filename: str


class ReadRenderAnswerValuesItem(TypedDict):
    name: str
    value: str


class _ReadRenderAnswer(TypedDict):
    id: str
    project: str
    # Title from the request
    name: Union[str, None]
    # Name of the template or movie
    template: Union[str, None]
    state: RenderState
    format: str
    quality: str
    # `software`, or the requested hardware encoder
    encoder: str
    # Requested frames; null for the complete film
    range: Union[FrameSpan, None]
    # Number of finished frames; `total` is the number of all frames
    done: int
    total: int
    fps: Union[float, None]
    etaSeconds: Union[float, None]
    # Numbers of all scenes and of cached scenes; null until the service has checked the cache
    scenes: Union[SceneCounts, None]
    # Whether the render is queued and was moved to the front of the queue
    next: bool
    attempt: int
    error: Union[RenderError, None]
    url: Union[str, None]
    # Object store to which the film is uploaded; null without a destination
    destination: Union[ReadRenderAnswerDestination, None]
    frames: Union[int, None]
    durationSeconds: Union[float, None]
    bytes: Union[int, None]
    sha256: Union[str, None]
    # Files of the package, without the film
    files: List[FilmFile]
    warnings: List[Issue]
    # ISO 8601, UTC
    createdAt: str
    endedAt: Union[str, None]
    batch: Union[str, None]
    # Origin of the render: a request, a batch, a link, or a request of an assistant
    origin: Literal["request", "batch", "link", "agent"]
    # Author in the request; null if the request has no author
    author: Union[Author, None]
    # Values of the first 20 variables of the request, each shortened to 100 characters
    values: List[ReadRenderAnswerValuesItem]
    variables: Dict[str, str]


class ReadRenderAnswer(_ReadRenderAnswer, total=False):
    """The render with its values"""

    # Requested loudness; absent if the film has the loudness of the movie
    loudness: str
    # Requested true peak; absent if the film has the true peak of the movie
    truepeak: str
    # Requested maximum size in bytes; absent if there is no limit
    maxbytes: int


CancelRenderAnswer = Render


RenderNextAnswer = Render


RetryRenderAnswer = AcceptedRender


RenderAgainAnswer = AcceptedRender


class ListOutdatedAnswer(TypedDict):
    """Films"""

    films: List[OutdatedFilm]


ReadFilmAddressAnswer = FilmAddress


class ListFormatsAnswer(TypedDict):
    """Formats"""

    formats: List[Format]


class ListEncodersAnswer(TypedDict):
    """The encoders and their FFmpeg program; `ffmpeg` is null if no FFmpeg was found"""

    ffmpeg: Union[FfmpegLocation, None]
    encoders: List[Encoder]


class ReadOembedAnswer(TypedDict):
    """The description"""

    version: Literal["1.0"]
    type: Literal["video"]
    title: str
    provider_name: str
    html: str
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


class ReadLinkAddressAnswer(TypedDict):
    """The address; null while there is none"""

    address: Union[str, None]


class SetLinkAddressBody(TypedDict):
    address: Union[str, None]


class SetLinkAddressAnswer(TypedDict):
    """The address"""

    address: Union[str, None]


class _CreateLinkBody(TypedDict):
    project: str
    movie: str


class CreateLinkBody(_CreateLinkBody, total=False):
    # Format of the film or image. A form with `m3u8` leads to a page that plays the film during rendering. Default: `mp4`.
    format: Literal["mp4", "m3u8", "webm", "gif", "apng", "webp", "jpg", "png", "avif", "vtt"]
    values: Dict[str, Union[str, float, bool, List[Any], Dict[str, Any]]]
    # Variables that anyone with the link can change.
    vary: List[str]
    quality: str
    # Language of the film, such as `de`.
    language: str
    # Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie.
    loudness: Union[str, float]
    # Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie.
    truepeak: Union[str, float]
    frame: Union[str, int]
    width: int
    # Target of the link: the film, the page of the film, or the form of the movie. Default: `film`.
    target: Literal["film", "page", "form"]
    # Title of a page or a form.
    title: str
    # Whether a page offers a download. Default: true.
    download: bool
    # Whether search engines can list a page or a form. Default: false.
    index: bool
    # Language of a page or a form. Default: the language of the browser.
    lang: Literal["en", "de"]
    # Origins of the pages that can embed a page or a form.
    embed: List[str]
    # Name of an image variable. Visitors can add a photo as its value.
    upload: str
    # Time when the link expires, in seconds since 1970, in the future. Default: the link never expires.
    expires: int


class CreateLinkAnswer(TypedDict):
    """The link"""

    url: str
    path: str
    public: Union[str, None]
    expires: Union[int, None]


class StartBatchBodyListsValue(TypedDict):
    rows: List[Dict[str, Union[str, float, bool]]]
    # Column of this table that contains the key.
    key: str
    # Column of the batch’s `rows` that contains the key.
    of: str


class _StartBatchBody(TypedDict):
    rows: List[Dict[str, Union[str, float, bool, List[Any], Dict[str, Any]]]]
    filename: str


class StartBatchBody(_StartBatchBody, total=False):
    # Name of the saved movie from which all films are rendered.
    movie: str
    # Names of saved movies, instead of `movie`. Each row becomes one film of each movie.
    movies: List[str]
    # Languages, such as `de`. Each row becomes one film in each language.
    languages: List[str]
    # Column of `rows` that contains the language of the row’s films, instead of `languages`.
    languageColumn: str
    published: str
    format: str
    quality: str
    encoder: str
    # Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie.
    loudness: Union[str, float]
    # Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie.
    truepeak: Union[str, float]
    # Maximum size of the film, such as `8MB`, `8MiB`, or a number of bytes; only for formats with `sizable`. Default: no limit.
    maxbytes: Union[str, float]
    # Tables with the items of list variables, by the name of the variable.
    lists: Dict[str, StartBatchBodyListsValue]
    destination: Destination
    # Parts of the package of each film
    package: PackageRequest
    # Check each film before it is rendered: `quick` checks the layers, and `full` also checks the pictures and the sound. A film that the check refuses fails with `check/failed`.
    check: Literal["quick", "full"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Platforms whose limits the check applies, such as `shorts`; only with `check`.
    platforms: List[str]
    onsuccess: str
    onerror: str


class _StartBatchAnswer(TypedDict):
    id: str
    project: str
    # Name of the movie; for a batch of several movies, the first one
    movie: str
    format: str
    quality: str
    state: Literal["running", "paused", "ended"]
    counts: BatchCounts
    # ISO 8601, UTC
    createdAt: str
    statusUrl: str
    issues: List[Issue]


class StartBatchAnswer(_StartBatchAnswer, total=False):
    """The batch, with warnings about unused values"""

    # Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches
    movies: List[str]
    # Languages of the films; null if the request has no `languages`, and absent if `movies` is absent
    languages: Union[List[str], None]
    # Requested loudness; absent if the film has the loudness of the movie
    loudness: str
    # Requested true peak; absent if the film has the true peak of the movie
    truepeak: str
    # Requested maximum size in bytes; absent if there is no limit
    maxbytes: int


class ListAllBatchesAnswer(TypedDict):
    """Batches"""

    batches: List[Batch]


class ListBatchesAnswer(TypedDict):
    """Batches"""

    batches: List[Batch]


class _ReadBatchAnswer(TypedDict):
    id: str
    project: str
    # Name of the movie; for a batch of several movies, the first one
    movie: str
    format: str
    quality: str
    state: Literal["running", "paused", "ended"]
    counts: BatchCounts
    # ISO 8601, UTC
    createdAt: str
    statusUrl: str
    rows: List[BatchRow]


class ReadBatchAnswer(_ReadBatchAnswer, total=False):
    """The batch"""

    # Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches
    movies: List[str]
    # Languages of the films; null if the request has no `languages`, and absent if `movies` is absent
    languages: Union[List[str], None]
    # Requested loudness; absent if the film has the loudness of the movie
    loudness: str
    # Requested true peak; absent if the film has the true peak of the movie
    truepeak: str
    # Requested maximum size in bytes; absent if there is no limit
    maxbytes: int


CancelBatchAnswer = Batch


PauseBatchAnswer = Batch


ResumeBatchAnswer = Batch


RetryBatchAnswer = Batch


AgainBatchAnswer = Batch


class ReadManifestAnswer(TypedDict):
    """Rows"""

    rows: List[BatchRow]


class ReadTableAnswerSheetsItem(TypedDict):
    id: str
    kind: Literal["sheet", "table", "name"]
    hidden: bool


class ReadTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each column, from 1
    columns: List[int]
    # Number of each row, from 1
    rows: List[int]


class ReadTableAnswerRaggedItem(TypedDict):
    line: int
    cells: int
    expected: int


_ReadTableAnswerBlankLinesItem = TypedDict("_ReadTableAnswerBlankLinesItem", {"from": "int", "to": "int"})


class ReadTableAnswerBlankLinesItem(_ReadTableAnswerBlankLinesItem):
    pass



class ReadTableAnswerRepeatedItem(TypedDict):
    column: str
    row: int
    rows: int


class ReadTableAnswerRepeatedColumnsItem(TypedDict):
    name: str
    written: str
    number: int
    first: int


class ReadTableAnswer(TypedDict):
    """The table"""

    kind: Literal["sheet", "text", "json"]
    # Sheets, tables, and names of the workbook; empty for other files
    sheets: List[ReadTableAnswerSheetsItem]
    # The sheet, table, or name that was read
    sheet: Union[str, None]
    encoding: Union[str, None]
    delimiter: Union[Literal["comma", "semicolon", "bar", "tab"], None]
    # Number of the row with the names of the columns; null if there is none
    headerLine: Union[int, None]
    columns: List[str]
    # Number of all rows of the table
    count: int
    # Cells of each row, as the texts that a spreadsheet displays
    rows: List[List[str]]
    # For each row, the stored values of cells whose displayed texts differ from the values, by column index; null for a row without such cells
    typed: List[Union[Dict[str, str], None]]
    # Line of each row in the sheet; empty for other files
    lines: List[int]
    # Places of the cells in the spreadsheet, which form names such as `Sheet1!C7`; null for JSON
    places: Union[ReadTableAnswerPlaces, None]
    ragged: List[ReadTableAnswerRaggedItem]
    blankLines: List[ReadTableAnswerBlankLinesItem]
    repeated: List[ReadTableAnswerRepeatedItem]
    repeatedColumns: List[ReadTableAnswerRepeatedColumnsItem]
    otherMembers: List[str]
    # Parts of the file that were left out or could not be read as a spreadsheet displays them
    notes: List[Issue]


class ListLiveTablesAnswerTablesItemSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ListLiveTablesAnswerTablesItemSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ListLiveTablesAnswerTablesItemSettingsSource2(_ListLiveTablesAnswerTablesItemSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class ListLiveTablesAnswerTablesItemSettingsSource3Header(TypedDict):
    name: str


class _ListLiveTablesAnswerTablesItemSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ListLiveTablesAnswerTablesItemSettingsSource3(_ListLiveTablesAnswerTablesItemSettingsSource3, total=False):
    header: ListLiveTablesAnswerTablesItemSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class ListLiveTablesAnswerTablesItemSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ListLiveTablesAnswerTablesItemSettings(TypedDict):
    name: str
    source: Union[ListLiveTablesAnswerTablesItemSettingsSource1, ListLiveTablesAnswerTablesItemSettingsSource2, ListLiveTablesAnswerTablesItemSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ListLiveTablesAnswerTablesItemSettings(_ListLiveTablesAnswerTablesItemSettings, total=False):
    form: ListLiveTablesAnswerTablesItemSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ListLiveTablesAnswerTablesItemPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _ListLiveTablesAnswerTablesItemGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ListLiveTablesAnswerTablesItemGuard(_ListLiveTablesAnswerTablesItemGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ListLiveTablesAnswerTablesItemCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _ListLiveTablesAnswerTablesItemLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ListLiveTablesAnswerTablesItemLastReadingGuard(_ListLiveTablesAnswerTablesItemLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ListLiveTablesAnswerTablesItemLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ListLiveTablesAnswerTablesItemLastReadingGuard, None]


class ListLiveTablesAnswerTablesItem(TypedDict):
    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: ListLiveTablesAnswerTablesItemSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[ListLiveTablesAnswerTablesItemPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[ListLiveTablesAnswerTablesItemGuard, None]
    counts: ListLiveTablesAnswerTablesItemCounts
    lastReading: Union[ListLiveTablesAnswerTablesItemLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


class ListLiveTablesAnswer(TypedDict):
    """Live tables"""

    tables: List[ListLiveTablesAnswerTablesItem]


class PreviewLiveTableBodySource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _PreviewLiveTableBodySource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class PreviewLiveTableBodySource2(_PreviewLiveTableBodySource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class _PreviewLiveTableBodySource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class PreviewLiveTableBodySource3(_PreviewLiveTableBodySource3, total=False):
    header: RequestHeader
    # Seconds between requests. Default: 60.
    every: int


class PreviewLiveTableBodyForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _PreviewLiveTableBody(TypedDict):
    source: Union[PreviewLiveTableBodySource1, PreviewLiveTableBodySource2, PreviewLiveTableBodySource3]


class PreviewLiveTableBody(_PreviewLiveTableBody, total=False):
    form: PreviewLiveTableBodyForm
    # Id of a live table with the same address, whose stored header value the request to the address uses
    table: str


class PreviewLiveTableAnswerSheetsItem(TypedDict):
    id: str
    kind: Literal["sheet", "table", "name"]
    hidden: bool


class PreviewLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each column, from 1
    columns: List[int]
    # Number of each row, from 1
    rows: List[int]


class PreviewLiveTableAnswerRaggedItem(TypedDict):
    line: int
    cells: int
    expected: int


_PreviewLiveTableAnswerBlankLinesItem = TypedDict("_PreviewLiveTableAnswerBlankLinesItem", {"from": "int", "to": "int"})


class PreviewLiveTableAnswerBlankLinesItem(_PreviewLiveTableAnswerBlankLinesItem):
    pass



class PreviewLiveTableAnswerRepeatedItem(TypedDict):
    column: str
    row: int
    rows: int


class PreviewLiveTableAnswerRepeatedColumnsItem(TypedDict):
    name: str
    written: str
    number: int
    first: int


class PreviewLiveTableAnswer(TypedDict):
    """The table"""

    kind: Literal["sheet", "text", "json"]
    # Sheets, tables, and names of the workbook; empty for other files
    sheets: List[PreviewLiveTableAnswerSheetsItem]
    # The sheet, table, or name that was read
    sheet: Union[str, None]
    encoding: Union[str, None]
    delimiter: Union[Literal["comma", "semicolon", "bar", "tab"], None]
    # Number of the row with the names of the columns; null if there is none
    headerLine: Union[int, None]
    columns: List[str]
    # Number of all rows of the table
    count: int
    # Cells of each row, as the texts that a spreadsheet displays
    rows: List[List[str]]
    # For each row, the stored values of cells whose displayed texts differ from the values, by column index; null for a row without such cells
    typed: List[Union[Dict[str, str], None]]
    # Line of each row in the sheet; empty for other files
    lines: List[int]
    # Places of the cells in the spreadsheet, which form names such as `Sheet1!C7`; null for JSON
    places: Union[PreviewLiveTableAnswerPlaces, None]
    ragged: List[PreviewLiveTableAnswerRaggedItem]
    blankLines: List[PreviewLiveTableAnswerBlankLinesItem]
    repeated: List[PreviewLiveTableAnswerRepeatedItem]
    repeatedColumns: List[PreviewLiveTableAnswerRepeatedColumnsItem]
    otherMembers: List[str]
    # Parts of the file that were left out or could not be read as a spreadsheet displays them
    notes: List[Issue]


class CreateLiveTableBodySource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _CreateLiveTableBodySource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class CreateLiveTableBodySource2(_CreateLiveTableBodySource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class _CreateLiveTableBodySource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class CreateLiveTableBodySource3(_CreateLiveTableBodySource3, total=False):
    header: RequestHeader
    # Seconds between requests. Default: 60.
    every: int


class CreateLiveTableBodyForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _CreateLiveTableBody(TypedDict):
    name: str
    source: Union[CreateLiveTableBodySource1, CreateLiveTableBodySource2, CreateLiveTableBodySource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class CreateLiveTableBody(_CreateLiveTableBody, total=False):
    form: CreateLiveTableBodyForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool
    # `true`: watch the table immediately. Default: `false`.
    start: bool


class CreateLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _CreateLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class CreateLiveTableAnswerSettingsSource2(_CreateLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class CreateLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _CreateLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class CreateLiveTableAnswerSettingsSource3(_CreateLiveTableAnswerSettingsSource3, total=False):
    header: CreateLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class CreateLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _CreateLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[CreateLiveTableAnswerSettingsSource1, CreateLiveTableAnswerSettingsSource2, CreateLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class CreateLiveTableAnswerSettings(_CreateLiveTableAnswerSettings, total=False):
    form: CreateLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class CreateLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _CreateLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class CreateLiveTableAnswerGuard(_CreateLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class CreateLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _CreateLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class CreateLiveTableAnswerLastReadingGuard(_CreateLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class CreateLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[CreateLiveTableAnswerLastReadingGuard, None]


class CreateLiveTableAnswer(TypedDict):
    """The live table"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: CreateLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[CreateLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[CreateLiveTableAnswerGuard, None]
    counts: CreateLiveTableAnswerCounts
    lastReading: Union[CreateLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


class ReadLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ReadLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ReadLiveTableAnswerSettingsSource2(_ReadLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class ReadLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _ReadLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ReadLiveTableAnswerSettingsSource3(_ReadLiveTableAnswerSettingsSource3, total=False):
    header: ReadLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class ReadLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ReadLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[ReadLiveTableAnswerSettingsSource1, ReadLiveTableAnswerSettingsSource2, ReadLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ReadLiveTableAnswerSettings(_ReadLiveTableAnswerSettings, total=False):
    form: ReadLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ReadLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _ReadLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ReadLiveTableAnswerGuard(_ReadLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ReadLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _ReadLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ReadLiveTableAnswerLastReadingGuard(_ReadLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ReadLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ReadLiveTableAnswerLastReadingGuard, None]


class _ReadLiveTableAnswerReadingsItemGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ReadLiveTableAnswerReadingsItemGuard(_ReadLiveTableAnswerReadingsItemGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ReadLiveTableAnswerReadingsItem(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ReadLiveTableAnswerReadingsItemGuard, None]


class ReadLiveTableAnswer(TypedDict):
    """The live table with its last 100 readings, newest first"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: ReadLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[ReadLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[ReadLiveTableAnswerGuard, None]
    counts: ReadLiveTableAnswerCounts
    lastReading: Union[ReadLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str
    readings: List[ReadLiveTableAnswerReadingsItem]


class _ListLiveRowsAnswerRowsItem(TypedDict):
    key: str
    # Line of the row in the file; null for a removed row
    line: Union[int, None]
    state: Literal["current", "waiting", "rendering", "failed", "removed"]
    filename: Union[str, None]
    # Id of the last render of the row; null if there is none
    render: Union[str, None]
    # Address of the newest finished film, also while a newer film is being rendered; null if there is none
    url: Union[str, None]
    error: Union[str, None]
    # Number of the reading that last changed the row
    changedIn: int
    # Texts of the cells in the used columns, by column name
    cells: Dict[str, str]
    # Changed columns that the finished film does not show yet
    changedColumns: List[str]
    # ISO 8601, UTC
    seenAt: str


class ListLiveRowsAnswerRowsItem(_ListLiveRowsAnswerRowsItem, total=False):
    reason: str
    values: Dict[str, Any]


class ListLiveRowsAnswer(TypedDict):
    """A page of rows"""

    rows: List[ListLiveRowsAnswerRowsItem]
    cursor: Union[str, None]


class ChangeLiveTableBodySource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ChangeLiveTableBodySource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ChangeLiveTableBodySource2(_ChangeLiveTableBodySource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class _ChangeLiveTableBodySource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ChangeLiveTableBodySource3(_ChangeLiveTableBodySource3, total=False):
    header: RequestHeader
    # Seconds between requests. Default: 60.
    every: int


class ChangeLiveTableBodyForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ChangeLiveTableBody(TypedDict):
    name: str
    source: Union[ChangeLiveTableBodySource1, ChangeLiveTableBodySource2, ChangeLiveTableBodySource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ChangeLiveTableBody(_ChangeLiveTableBody, total=False):
    form: ChangeLiveTableBodyForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ChangeLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ChangeLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ChangeLiveTableAnswerSettingsSource2(_ChangeLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class ChangeLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _ChangeLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ChangeLiveTableAnswerSettingsSource3(_ChangeLiveTableAnswerSettingsSource3, total=False):
    header: ChangeLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class ChangeLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ChangeLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[ChangeLiveTableAnswerSettingsSource1, ChangeLiveTableAnswerSettingsSource2, ChangeLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ChangeLiveTableAnswerSettings(_ChangeLiveTableAnswerSettings, total=False):
    form: ChangeLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ChangeLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _ChangeLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ChangeLiveTableAnswerGuard(_ChangeLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ChangeLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _ChangeLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ChangeLiveTableAnswerLastReadingGuard(_ChangeLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ChangeLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ChangeLiveTableAnswerLastReadingGuard, None]


class ChangeLiveTableAnswer(TypedDict):
    """The live table"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: ChangeLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[ChangeLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[ChangeLiveTableAnswerGuard, None]
    counts: ChangeLiveTableAnswerCounts
    lastReading: Union[ChangeLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


class _ReadLiveTableNowAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ReadLiveTableNowAnswerGuard(_ReadLiveTableNowAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ReadLiveTableNowAnswer(TypedDict):
    """The changes since the previous reading"""

    # Whether the reading was applied; false with `dry`, and if a guard holds the reading back
    applied: bool
    rows: int
    # Keys of the added rows, at most 1,000
    added: List[str]
    # Keys of the changed rows, at most 1,000
    changed: List[str]
    # Keys of the removed rows, at most 1,000
    removed: List[str]
    # Number of unchanged rows
    same: int
    guard: Union[ReadLiveTableNowAnswerGuard, None]
    problems: List[Issue]


class PauseLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _PauseLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class PauseLiveTableAnswerSettingsSource2(_PauseLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class PauseLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _PauseLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class PauseLiveTableAnswerSettingsSource3(_PauseLiveTableAnswerSettingsSource3, total=False):
    header: PauseLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class PauseLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _PauseLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[PauseLiveTableAnswerSettingsSource1, PauseLiveTableAnswerSettingsSource2, PauseLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class PauseLiveTableAnswerSettings(_PauseLiveTableAnswerSettings, total=False):
    form: PauseLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class PauseLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _PauseLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class PauseLiveTableAnswerGuard(_PauseLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class PauseLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _PauseLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class PauseLiveTableAnswerLastReadingGuard(_PauseLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class PauseLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[PauseLiveTableAnswerLastReadingGuard, None]


class PauseLiveTableAnswer(TypedDict):
    """The live table"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: PauseLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[PauseLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[PauseLiveTableAnswerGuard, None]
    counts: PauseLiveTableAnswerCounts
    lastReading: Union[PauseLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


class ResumeLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ResumeLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ResumeLiveTableAnswerSettingsSource2(_ResumeLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class ResumeLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _ResumeLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ResumeLiveTableAnswerSettingsSource3(_ResumeLiveTableAnswerSettingsSource3, total=False):
    header: ResumeLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class ResumeLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ResumeLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[ResumeLiveTableAnswerSettingsSource1, ResumeLiveTableAnswerSettingsSource2, ResumeLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ResumeLiveTableAnswerSettings(_ResumeLiveTableAnswerSettings, total=False):
    form: ResumeLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ResumeLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _ResumeLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ResumeLiveTableAnswerGuard(_ResumeLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ResumeLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _ResumeLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ResumeLiveTableAnswerLastReadingGuard(_ResumeLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ResumeLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ResumeLiveTableAnswerLastReadingGuard, None]


class ResumeLiveTableAnswer(TypedDict):
    """The live table"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: ResumeLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[ResumeLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[ResumeLiveTableAnswerGuard, None]
    counts: ResumeLiveTableAnswerCounts
    lastReading: Union[ResumeLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


class ApplyLiveTableAnswerSettingsSource1(TypedDict):
    kind: Literal["asset"]
    # Name of an asset of the project
    name: str


class _ApplyLiveTableAnswerSettingsSource2(TypedDict):
    kind: Literal["file"]
    # Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name
    name: str


class ApplyLiveTableAnswerSettingsSource2(_ApplyLiveTableAnswerSettingsSource2, total=False):
    # Id of a file that a user chose in the desktop app, which permits the service to watch the file
    grant: str


class ApplyLiveTableAnswerSettingsSource3Header(TypedDict):
    name: str


class _ApplyLiveTableAnswerSettingsSource3(TypedDict):
    kind: Literal["address"]
    # `https` address of a table, such as a published Google Sheet
    url: str


class ApplyLiveTableAnswerSettingsSource3(_ApplyLiveTableAnswerSettingsSource3, total=False):
    header: ApplyLiveTableAnswerSettingsSource3Header
    # Seconds between requests. Default: 60.
    every: int


class ApplyLiveTableAnswerSettingsForm(TypedDict, total=False):
    sheet: str
    header: Union[Literal["first", "none"], int]
    hidden: bool
    merged: bool
    language: str
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    delimiter: Literal["comma", "semicolon", "bar", "tab"]


class _ApplyLiveTableAnswerSettings(TypedDict):
    name: str
    source: Union[ApplyLiveTableAnswerSettingsSource1, ApplyLiveTableAnswerSettingsSource2, ApplyLiveTableAnswerSettingsSource3]
    # Name of the saved movie from which all films are rendered
    movie: str


class ApplyLiveTableAnswerSettings(_ApplyLiveTableAnswerSettings, total=False):
    form: ApplyLiveTableAnswerSettingsForm
    # Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.
    key: Union[str, None]
    # Variable for each column; null if the column is not used. Default: the variable with the name of the column.
    columns: Dict[str, Union[str, None]]
    # Format of the films. Default: `mp4`.
    format: str
    # Quality of the films. Default: `standard`.
    quality: str
    # Pattern of the file names. Default: the key, or `${index}` without a key column.
    filename: str
    # `quick`: check each film before it is rendered.
    check: Literal["quick"]
    # Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.
    failOn: Literal["error", "warning", "never"]
    # Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.
    removed: Literal["keep", "trash"]
    # `false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.
    guard: bool


class ApplyLiveTableAnswerPlaces(TypedDict):
    # Sheet; null if the workbook has only one, and for text files
    sheet: Union[str, None]
    # Number of each used column, from 1
    columns: Dict[str, int]


class _ApplyLiveTableAnswerGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ApplyLiveTableAnswerGuard(_ApplyLiveTableAnswerGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ApplyLiveTableAnswerCounts(TypedDict):
    rows: int
    current: int
    waiting: int
    rendering: int
    failed: int
    removed: int


class _ApplyLiveTableAnswerLastReadingGuard(TypedDict):
    kind: Literal["removed", "changed", "columns"]
    # Number of removed or changed rows, or of missing columns
    count: int
    # Number of rows before the reading
    of: int
    # Missing columns
    columns: List[str]
    message: str


class ApplyLiveTableAnswerLastReadingGuard(_ApplyLiveTableAnswerLastReadingGuard, total=False):
    reason: str
    values: Dict[str, Any]


class ApplyLiveTableAnswerLastReading(TypedDict):
    number: int
    # ISO 8601, UTC
    at: str
    rows: int
    added: int
    changed: int
    removed: int
    # Number of films of this reading that are ready
    made: int
    failed: int
    # Reason why the reading was held back; null if the reading was applied
    guard: Union[ApplyLiveTableAnswerLastReadingGuard, None]


class ApplyLiveTableAnswer(TypedDict):
    """The live table"""

    id: str
    project: str
    etag: str
    state: Literal["watching", "paused", "guarded", "unreadable"]
    settings: ApplyLiveTableAnswerSettings
    # Column whose values now identify the rows; null if the cells of all used columns identify them
    keyColumn: Union[str, None]
    # Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading
    places: Union[ApplyLiveTableAnswerPlaces, None]
    # Reason why the table cannot be read; null if it can be read
    problem: Union[Issue, None]
    # Problems of rows with an empty or a repeated key
    rowProblems: List[Issue]
    # Parts of the file that the last reading left out or could not read as a spreadsheet displays them
    notes: List[Issue]
    # Reason why a reading is held back; null if no reading is held back
    guard: Union[ApplyLiveTableAnswerGuard, None]
    counts: ApplyLiveTableAnswerCounts
    lastReading: Union[ApplyLiveTableAnswerLastReading, None]
    # Time of the next request of an address; null for files and assets
    nextReadingAt: Union[str, None]
    # ISO 8601, UTC
    createdAt: str


DeleteLiveTableAnswer = DeletedAnswer


class ListFontsAnswer(TypedDict):
    """Font packages"""

    packages: List[FontPackage]


AddFontsAnswer = FontPackage


RemoveFontsAnswer = FontPackage


ReadAgentsAnswer = AgentState


class ChangeAgentsBody(TypedDict, total=False):
    # Whether programs on this machine can use the tools
    on: bool
    # Whether programs with a key can use the tools at `/mcp`
    http: bool
    # Whether the service currently refuses edits and renders of programs
    paused: bool


ChangeAgentsAnswer = AgentState


CreateAgentKeyBody = NewAgentKey


class CreateAgentKeyAnswer(TypedDict):
    """The key"""

    id: str
    # Name of the program, shown beside its changes
    name: str
    # Permissions: `look` to read, `edit` to change, and `render` to render
    scopes: List[AgentScope]
    # Uids or names of projects; null for all projects
    projects: Union[List[str], None]
    # Whether edits and values can contain addresses of new hosts
    addresses: bool
    # Whether the key belongs to a program on this machine, which needs no secret
    local: bool
    # ISO 8601, UTC
    createdAt: str
    lastUsedAt: Union[str, None]
    revokedAt: Union[str, None]
    # Secret of the key, for the header `Authorization: Bearer`
    secret: str


RevokeAgentKeyAnswer = AgentKey


class ListAgentCallsAnswer(TypedDict):
    """A page of calls"""

    calls: List[AgentCall]
    cursor: Union[str, None]


ReadFarmAnswer = Farm


ReadFarmSettingsAnswer = FarmSettings


class ChangeFarmSettingsBody(TypedDict):
    farm: Union[FarmSettingsInput, None]


ChangeFarmSettingsAnswer = FarmSettings


class CheckFarmBody(TypedDict):
    farm: Union[FarmSettingsInput, None]


CheckFarmAnswer = FarmCheck


PublishProjectAnswer = Publication


class ListClustersAnswer(TypedDict):
    """The clusters: `local` first, then the others sorted by name"""

    clusters: List[Cluster]


class ListPublishedAnswer(TypedDict):
    """Publications"""

    published: List[PublishedProject]


ReadHealthAnswer = Health


class ReadAccessAnswer(TypedDict):
    """The path of a file for `curl --config`; null if the credentials come from the environment"""

    curlConfig: Union[str, None]


class ReadStorageAnswer(TypedDict):
    """The areas of the workspace"""

    folder: str
    areas: List[StorageArea]
    limits: StorageLimits


class LimitStorageBody(TypedDict, total=False):
    segments: int
    views: int
    sources: int
    films: int
    links: int


LimitStorageAnswer = StorageLimits


class EmptyCacheAnswer(TypedDict):
    """The freed bytes and the number of deleted files"""

    freedBytes: float
    files: int


ReadOpenApiAnswer = Dict[str, Any]


class ProjectCreatedData(TypedDict):
    """The data of `project.created`."""

    uid: str
    name: str


class ProjectRenamedData(TypedDict):
    """The data of `project.renamed`."""

    uid: str
    name: str


class ProjectOpenedData(TypedDict):
    """The data of `project.opened`."""

    uid: str


class ProjectDeletedData(TypedDict):
    """The data of `project.deleted`."""

    uid: str


class _ProjectPublishedData(TypedDict):
    state: Literal["sending", "published"]
    cluster: str


class ProjectPublishedData(_ProjectPublishedData, total=False):
    """The data of `project.published`."""

    # Number of sent bytes; `total` is the number of all bytes
    done: int
    total: int
    name: str
    version: int


class BrandChangedData(TypedDict):
    """The data of `brand.changed`."""

    etag: str


class AssetSavedData(TypedDict):
    """The data of `asset.saved`."""

    name: str
    etag: str


class AssetDeletedData(TypedDict):
    """The data of `asset.deleted`."""

    name: str


TrashChangedData = Dict[str, Any]


class _UploadChangedData(TypedDict):
    id: str
    name: str
    state: Literal["open", "finished", "abandoned", "expired"]


class UploadChangedData(_UploadChangedData, total=False):
    """The data of `upload.changed`."""

    chunkId: int


class MovieSavedData(TypedDict):
    """The data of `movie.saved`."""

    name: str


class MovieDeletedData(TypedDict):
    """The data of `movie.deleted`."""

    name: str


class _TemplateSavedData(TypedDict):
    name: str
    etag: str
    revision: int


class TemplateSavedData(_TemplateSavedData, total=False):
    """The data of `template.saved`."""

    # Author of the change; null if the author is unknown
    author: Union[Author, None]
    # Description of the change; null if there is none
    label: Union[str, None]


class TemplateDeletedData(TypedDict):
    """The data of `template.deleted`."""

    name: str


class EditingSavedData(TypedDict):
    """The data of `editing.saved`."""

    name: str
    etag: str


class BatchTableSavedData(TypedDict):
    """The data of `batch-table.saved`."""

    name: str
    etag: str


class RenderChangedData(TypedDict):
    """The data of `render.changed`."""

    id: str
    state: RenderState
    attempt: int
    batch: Union[str, None]


class _RenderProgressData(TypedDict):
    id: str
    batch: Union[str, None]
    done: int
    total: int
    fps: Union[float, None]
    etaSeconds: Union[float, None]


class RenderProgressData(_RenderProgressData, total=False):
    """The data of `render.progress`."""

    scenes: Union[SceneCounts, None]


class RenderDeletedData(TypedDict):
    """The data of `render.deleted`."""

    id: str


class _MediaProxyDataError(TypedDict):
    code: str
    detail: str


class MediaProxyDataError(_MediaProxyDataError, total=False):
    reason: str
    values: Dict[str, Any]


class _MediaProxyData(TypedDict):
    state: Literal["queued", "working", "ready", "failed"]
    # Progress from 0 to 1
    progress: float
    error: Union[MediaProxyDataError, None]
    # ETag of the source
    etag: str


class MediaProxyData(_MediaProxyData, total=False):
    """The data of `media.proxy`."""

    src: str
    url: str
    # `false` for a proxy that is not deinterlaced
    deinterlace: Literal["true", "false"]


class LoudnessProgressData(TypedDict):
    """The data of `loudness.progress`."""

    # Id that the caller gave to this measurement
    watch: str
    # Progress from 0 to 1
    share: float
    etaSeconds: Union[float, None]


class CheckProgressData(TypedDict):
    """The data of `check.progress`."""

    id: str
    state: Literal["running", "done", "failed"]
    # Number of checked films; `total` is the number of all films
    done: int
    total: int
    # Progress of the check, from 0 to 1
    share: float


class DesignsChangedData(TypedDict):
    """The data of `designs.changed`."""

    name: str


AgentsChangedData = Dict[str, Any]


AgentsCallData = AgentCall


class BatchChangedData(TypedDict):
    """The data of `batch.changed`."""

    id: str
    state: str


class TableChangedData(TypedDict):
    """The data of `table.changed`."""

    id: str
    state: Literal["watching", "paused", "guarded", "unreadable", "deleted"]


class TableReadData(TypedDict):
    """The data of `table.read`."""

    id: str
    # Number of the reading
    reading: int
    rows: int
    added: int
    changed: int
    removed: int


class TableRowData(TypedDict):
    """The data of `table.row`."""

    id: str
    # Key of the row; null if the event is about several rows
    key: Union[str, None]
    state: Union[Literal["current", "waiting", "rendering", "failed", "removed"], None]
    # Number of changed rows that the event represents
    rows: int
