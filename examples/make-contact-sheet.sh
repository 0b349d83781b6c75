#!/bin/sh
# Makes contact-sheet.jpg, the picture in the README: renders the examples and combines twelve of their frames.
set -eu
cd "$(dirname "$0")/.."
films=out/films

render() {
  film=$1
  template=$2
  shift 2
  node build/scenewright.mjs render "examples/$template.xml" --out "$films/$film.mp4" "$@"
}

render evening evening
render greeting greeting --var place=mountains.mp4 --var tint=#dfefff --var mood=0.4
render birthday birthday --var name=Ada
render countdown countdown
render quote quote
render slideshow slideshow
render listing listing
render result result
render news news
render product product

inputs=
graph=
labels=
number=0
# FILM@SECONDS names a frame.
for frame in evening@6 greeting@1 birthday@2.5 slideshow@2.7 listing@1.5 listing@5.4 news@4.5 news@1.2 \
  quote@4 countdown@5 product@5 result@2; do
  inputs="$inputs -ss ${frame#*@} -i $films/${frame%@*}.mp4"
  fitted="scale=400:225:force_original_aspect_ratio=decrease:flags=lanczos,pad=400:225:-1:-1:color=0x14181f"
  graph="$graph[$number:v]trim=end_frame=1,$fitted,setsar=1,setpts=$number[f$number];"
  labels="$labels[f$number]"
  number=$((number + 1))
done
# Unquoted, because each input is a separate word.
ffmpeg -v error -y $inputs \
  -filter_complex "$graph${labels}concat=n=$number,tile=4x3:padding=6:color=white[sheet]" \
  -map '[sheet]' -pix_fmt yuvj444p -frames:v 1 -q:v 2 examples/contact-sheet.jpg
