#!/bin/bash
# Makes the files of this folder, with Debian's imagemagick, libjpeg-turbo-progs, libimage-exiftool-perl, webp,
# libavif-bin and libheif-examples: `make.sh <the path of an ICC profile>`. All metadata in them say "private", so that
# tests can look for it.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

convert -size 64x48 gradient:red-blue \( -size 16x16 xc:yellow \) -composite -depth 8 "$work/p.ppm"
convert "$work/p.ppm" -resize 16x12 -define jpeg:dct-method=islow -strip "$work/thumb.jpg"
exiftool -q -overwrite_original -Comment=private "$work/thumb.jpg"
profile=${1:?the path of an ICC profile}
private="-Make=private -GPSLatitude=47.3769 -GPSLatitudeRef=N -UserComment=private -XMP:Creator=private"

# A phone's: turned, with place, thumbnail, comment, IPTC, a list of further pictures (MPF) and a gain map behind the end.
cjpeg -quality 80 "$work/p.ppm" >"$work/camera.jpg"
exiftool -q -overwrite_original $private -Orientation#=6 "-ThumbnailImage<=$work/thumb.jpg" -IPTC:By-line=private \
	-Comment=private "-ICC_Profile<=$profile" "$work/camera.jpg"
python3 - "$work" <<'PY'
import sys
work = sys.argv[1]
camera, thumb = (open(f"{work}/{name}.jpg", "rb").read() for name in ("camera", "thumb"))
mpf = b"MPF\0MM\0*\0\0\0\x08private"
first = 4 + int.from_bytes(camera[4:6], "big")
assert camera[2:4] in (b"\xff\xe0", b"\xff\xe1")
marked = camera[:first] + b"\xff\xe2" + (len(mpf) + 2).to_bytes(2, "big") + mpf + camera[first:]
open("phone.jpg", "wb").write(marked + thumb)
PY
cjpeg -quality 80 -progressive -restart 1 "$work/p.ppm" >progressive-restarts.jpg
convert "$work/p.ppm" -colorspace CMYK -quality 80 cmyk.jpg

convert "$work/p.ppm" -resize 32x24 -define png:bit-depth=16 -define png:color-type=2 -interlace PNG -strip 16-bit-interlaced.png
exiftool -q -overwrite_original $private -Orientation#=8 -PNG:Comment=private -ModifyDate=now 16-bit-interlaced.png

cwebp -quiet -q 80 "$work/p.ppm" -o lossy.webp
cwebp -quiet -lossless "$work/p.ppm" -o lossless.webp
convert "$work/p.ppm" -alpha set -channel A -evaluate set 50% "$work/alpha.png"
cwebp -quiet -q 80 "$work/alpha.png" -o extended.webp
exiftool -q -overwrite_original $private -Orientation#=5 "-ICC_Profile<=$profile" extended.webp
cwebp -quiet -q 80 -resize 32 24 "$work/p.ppm" -o "$work/small.webp"
webpmux -frame lossy.webp +100 -frame "$work/small.webp" +100+8+4 -loop 0 -o animated.webp 2>/dev/null
exiftool -q -overwrite_original $private animated.webp

# The same as AVIF and HEIC. `tile.heic` has one item alone, and tests build grids of it.
convert "$work/p.ppm" "$work/p.png"
heif-enc -q 40 "$work/p.png" -o tile.heic 2>/dev/null
heif-enc -q 40 -t 32 phone.jpg -o camera.heic 2>/dev/null
printf 'MM\0*\0\0\0\010\0\001\001\017\0\002\0\0\0\010\0\0\0\032\0\0\0\0private\0' >"$work/exif"
printf '<x:xmpmeta xmlns:x="adobe:ns:meta/">private</x:xmpmeta>' >"$work/xmp"
avifenc -s 8 --exif "$work/exif" --xmp "$work/xmp" --icc "$profile" --irot 1 --imir 0 "$work/alpha.png" alpha.avif >/dev/null
convert "$work/p.ppm" -depth 8 -resize 128x128! "$work/grid.png"
avifenc -s 8 -y 420 --grid 2x2 --crop 0,0,100,120 --exif "$work/exif" "$work/grid.png" grid.avif >/dev/null
avifenc -s 8 --exif "$work/exif" "$work/p.png" "$work/alpha.png" sequence.avif >/dev/null
