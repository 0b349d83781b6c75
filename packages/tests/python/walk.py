"""The walk of docs/http-interface.md with the Python client. It makes each call at least once."""

import os
import sys
import time

from scenewright import Client, ProblemError

URL, KEY, SECRET = (os.environ[f"SCENEWRIGHT_{name}"] for name in ("URL", "KEY", "SECRET"))
SAMPLES, FOLDER = sys.argv[1:3]
client = Client(URL, KEY, SECRET)


def sample(name):
    return os.path.join(SAMPLES, name)


def content(name):
    with open(sample(name), "rb") as file:
        return file.read()


def refused(code, action):
    try:
        action()
    except ProblemError as error:
        assert error.code == code, error
        return
    raise AssertionError(f"Expected {code}.")


def trashed():
    client.assets.delete(project, "aurora.mp4")
    return client.assets.list_trash(project)["assets"][0]["id"]


project = client.projects.create("walk")["uid"]

# The service
client.health()
client.service.read_health()
client.service.read_open_api()
assert "<html" in client.service.read_documentation().text()
client.service.read_access()
client.service.read_storage()
client.service.limit_storage({"films": 40_000_000_000})
client.service.empty_cache("views")
client.service.follow_events().close()

# Projects and brand
client.projects.rename(project, {"name": "a walk"})
client.projects.list()
client.projects.list_missing()
client.projects.open(project)
copy = client.projects.duplicate(project, {"name": "a copy"})["uid"]
made = client.projects.create_sample(language="de")["uid"]
client.projects.delete(copy)
client.projects.delete(made)
client.brand.save(project, {"colours": [{"name": "Petal", "value": "#d8342b", "role": "accent"}]})
client.brand.read(project)

# Designs
design = client.designs.list(language="en")["designs"][0]["name"]
assert client.designs.read_design_poster(design, size="9:16", values='{"name": "Ada"}').read()
assert client.designs.read_design_preview(design).read()
assert client.designs.read_design_template(design, size="9:16").read()
card = client.projects.create("card", design=design, size="16:9")["uid"]
movie = client.designs.use(design, card, {"size": "9:16"})["movie"]
client.designs.save("our-card", card, {"templates": [movie], "title": "Our card", "category": "people"})
bundle = client.designs.read("our-card").read()
client.designs.delete("our-card")
client.designs.create("our-card", bundle)
client.designs.delete("our-card")
client.projects.delete(card)

# Assets
with open(sample("sunset.mp4"), "rb") as file:
    client.assets.replace(project, "sunset.mp4", file)
refused("asset/exists", lambda: client.assets.create(project, "sunset.mp4", b"x"))
client.assets.list(project, limit=100)
assert len(client.assets.read(project, "sunset.mp4", headers={"Range": "bytes=0-9"}).read()) == 10
etag = client.assets.read(project, "sunset.mp4").headers["ETag"]
assert client.assets.read(project, "sunset.mp4", headers={"If-None-Match": etag}).status == 304
client.assets.create(project, "sky.mp4", content("aurora.mp4"))
client.assets.rename(project, "sky.mp4", {"name": "aurora.mp4"})
client.assets.tag(project, "aurora.mp4", {"tags": ["sky", "b-roll"]})
other = client.projects.create("other")["uid"]
client.assets.copy(project, "aurora.mp4", {"to": other})
client.projects.delete(other)
client.assets.restore(project, trashed())
client.assets.delete_trashed(project, trashed())
client.assets.empty_trash(project)

# Uploads
blossom = content("blossom.mp4")
half = -(-len(blossom) // 2)
upload = client.uploads.start(project, chunk_count=2, chunk_size=half, name="blossom.mp4")["upload_id"]
client.uploads.write_chunk(project, upload, blossom[:half], chunk_id=1)
client.uploads.list(project)
assert client.uploads.read(project, upload)["missing"] == [2]
client.uploads.write_chunk(project, upload, blossom[half:], chunk_id=2)
client.uploads.finish(project, upload)
upload = client.uploads.start(project, chunk_count=1, chunk_size=9, name="other.mp4")["upload_id"]
client.uploads.abandon(project, upload)
client.upload(sample("mountains.mp4"), project)

# Templates and movies
xml = content("greeting.xml").decode()
client.templates.save(project, "greeting", xml, headers={"Scenewright-Author": "walk"})
client.templates.list(project)
assert client.templates.read(project, "greeting", revision=1).text() == xml
client.templates.list_revisions(project, "greeting")
refused("template/invalid", lambda: client.templates.save(project, "wrong", "<movie/>"))
client.templates.save_editing(project, "greeting", {"dataSets": [{"name": "short", "values": {"length": "1s"}}]})
client.templates.read_editing(project, "greeting")
table = {"table": {"columns": ["length"], "rows": [["1s"], ["2s"]]}, "uses": ["length"]}
client.templates.save_batch_table(project, "greeting", table)
client.templates.read_batch_table(project, "greeting")
client.templates.save(project, "draft", xml)
client.templates.delete(project, "draft")
client.movies.list_variables(project, "greeting")
movie = client.movies.read(project, "greeting")
client.movies.create(project, "first", movie)
client.movies.replace(project, "first", xml)
client.movies.create(project, "second", xml)
client.movies.list(project)
client.movies.delete(project, "first")
client.movies.delete_movies(project, name=["second"])
client.movies.read_movie_schema()

# Sources
client.media.read_media_facts(project, src="sunset.mp4")
assert client.media.read_media_frame(project, src="sunset.mp4", at=1.5, width=320).read()
poster = client.media.read_media_poster(project, src="sunset.mp4", width=320).read()
assert client.media.read_media_strip(project, src="sunset.mp4", count=8, exact=False).read()
client.media.read_media_waveform(project, src="sunset.mp4", per_second=20)
client.media.read_media_original(project, src="sunset.mp4").close()
client.assets.replace(project, "sunset.jpg", poster)
assert client.media.read_media_image(project, src="sunset.jpg").read()
while client.media.start_media_proxy(project, src="sunset.mp4")["state"] != "ready":
    time.sleep(0.2)
client.media.read_media_proxy(project, src="sunset.mp4").save(os.path.join(FOLDER, "proxy.mp4"))

# Rendering
client.rendering.list_formats()
client.rendering.list_encoders()
assert client.rendering.read_film_poster(project, "greeting").read()
assert client.rendering.render_frame(project, {"movie": "greeting", "frame": "45", "width": "320"}).read()
client.rendering.measure_loudness(project, {"movie": "greeting"})
render = client.render(
    project,
    movie="greeting",
    quality="draft",
    name="packed",
    variables={"length": "1s"},
    package={"poster": "jpg", "checksums": True},
)
ended = render.wait()
render.save(os.path.join(FOLDER, "film.mp4"))
assert os.path.getsize(os.path.join(FOLDER, "film.mp4")) == ended["bytes"]
assert client.rendering.read_film(project, render.id, headers={"Range": "bytes=0-9"}).status == 206
assert client.rendering.read_film_file(project, render.id, ended["files"][0]["name"]).read()
refused("render/no-address", lambda: client.rendering.read_film_address(project, render.id))
client.rendering.list_outdated(project=project)
client.rendering.render_again(project, render.id)
long = client.render(project, movie="greeting", quality="draft", variables={"length": "900s"})
client.rendering.read(project, long.id)
assert client.rendering.read_render_frame(project, long.id, width=320).read()
client.rendering.render_next(project, long.id)
long.cancel()
client.rendering.retry(project, long.id)
client.rendering.cancel(project, long.id)
refused("render/cancelled", long.wait)
client.rendering.list_all_renders(limit=10, batches=False)
client.rendering.list(project)
client.rendering.forget_renders(project)
refused("render/not-found", lambda: client.rendering.read(project, long.id))

# Links
client.links.create({"project": project, "movie": "greeting", "values": {"length": "1s"}, "expires": 4_000_000_000})
image = client.links.read_linked_film(project, "greeting.jpg", variables={"length": "2s"}, frame="0.5s", width="320")
assert image.read()
playlist = b""
while not playlist.startswith(b"#EXTM3U"):
    playlist = client.links.read_linked_film(project, "greeting.m3u8", variables={"length": "1s"}).read()
assert client.links.read_film_stream(project, "greeting.m3u8", "picture.m3u8", variables={"length": "1s"}).read()
client.links.set_link_address({"address": "https://films.example.com"})
client.links.read_link_address()
client.links.set_link_address({"address": None})

# Batches
batch = client.batch(
    project,
    {
        "movie": "greeting",
        "format": "gif",
        "quality": "draft",
        "filename": "hello-${index}.gif",
        "rows": [{"length": "4"}, {"length": "5", "place": "blossom.mp4"}],
    },
)
client.batches.pause(project, batch.id)
client.batches.resume(project, batch.id)
assert sorted(row["filename"] for row in batch.rows()) == ["hello-1.gif", "hello-2.gif"]
batch.wait()
client.batches.read(project, batch.id)
client.batches.list_all_batches()
client.batches.list(project)
client.batches.read_manifest(project, batch.id)
refused("render/not-retryable", lambda: client.batches.retry(project, batch.id))
assert client.batches.read_films(project, of=batch.id, name="greetings").read()
client.batches.again(project, batch.id, rows="2")
client.batches.cancel(project, batch.id)

# Fonts, many machines, publishing, and bundles
client.fonts.list()
for change in (client.fonts.add_fonts, client.fonts.remove_fonts):
    try:
        change("cjk")
    except ProblemError:
        pass
refused("fonts/not-found", lambda: client.fonts.read("cjk", "0" * 64))
client.farm.read()
client.farm.read_farm_settings()
farm = {"farm": {"queue": "redis://127.0.0.1:9", "store": FOLDER}}
client.farm.check(farm)
client.farm.change_farm_settings(farm)
client.farm.change_farm_settings({"farm": None})
assert "scenewright_renders_queued" in client.farm.read_metrics().text()
client.publishing.list_clusters()
client.publishing.publish_project(project, "local")
client.publishing.list_published("local")
path = os.path.join(FOLDER, "walk.scenewright")
client.bundles.read(project).save(path)
with open(path, "rb") as file:
    again = client.bundles.create_from_bundle(file)["uid"]
client.projects.delete(again)
client.projects.delete(project)
print("done")
