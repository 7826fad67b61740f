package bot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"sync"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/render"
)

// This file sees to the pictures of cells on buttons and in menus. Each is an emoji of the application,
// uploaded once. Its name ends in a hash of the picture: a picture that has changed gets a new emoji, and
// the old one stays, because messages show it. Nothing waits for any of this: a plain emoji stands where
// one of the application's is missing.

// Pauses in this work.
const (
	uploadPause = time.Second // between two uploads
	tilesSoon   = time.Minute // after the first look; each further pause is twice as long
	tilesLate   = time.Hour   // the longest one: by then an emoji that somebody has deleted is missed
)

// keepTiles learns which emoji the application has, again and again until ctx ends, because other
// processes upload some and people delete some. If this process registers the commands, it uploads those
// that are missing.
func (b *bot) keepTiles(ctx context.Context, app string) {
	for pause := tilesSoon; ; pause = min(2*pause, tilesLate) {
		err := safely(func() error {
			uploaded, err := b.calls.tiles(ctx, app, b.cfg.Discord.Register, b.tilePause, func(t compose.Tiles) { b.tiles.Store(&t) })
			if uploaded > 0 {
				b.log.Info("tiles are uploaded", "tiles", uploaded)
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			b.log.Warn("some tiles are plain emoji", "err", err, "again_in", pause)
		}
		if !sleep.For(ctx, pause) {
			return
		}
	}
}

// tiles finds the tiles among the emoji of an application and, if upload says so, uploads those that are
// missing, with a pause before each. It calls known with all that are there at first, and after each
// upload. A tile that Discord does not take is left out; the error is that of the first one.
func (c calls) tiles(ctx context.Context, app string, upload bool, pause time.Duration, known func(compose.Tiles)) (uploaded int, err error) {
	path := "/applications/" + app + "/emojis"
	var list struct{ Items []wire.Emoji }
	if err := c.ask(ctx, "emoji", path, &list); err != nil {
		return 0, err
	}
	there := map[string]wire.Emoji{}
	for _, e := range list.Items {
		there[e.Name] = e
	}
	files := tileFiles()
	tell := func() {
		tiles := compose.Tiles{}
		for _, f := range files {
			if e, ok := there[f.name]; ok {
				tiles[f.ThemedTile] = e
			}
		}
		known(tiles)
	}
	tell()
	for _, f := range files {
		if _, ok := there[f.name]; ok || !upload {
			continue
		}
		if !sleep.For(ctx, pause) {
			return uploaded, ctx.Err()
		}
		e, wrong := c.upload(ctx, path, f)
		switch {
		case wrong == nil:
			there[f.name] = e
			tell()
			uploaded++
		case !rest.HasCode(wrong, rest.InvalidForm):
			return uploaded, wrong
		case err == nil:
			err = wrong
		}
	}
	return uploaded, err
}

// upload makes an emoji of a tile. It is not tried again if it may have been made: the next list tells.
func (c calls) upload(ctx context.Context, path string, f tileFile) (e wire.Emoji, err error) {
	body, err := json.Marshal(map[string]string{"name": f.name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(f.png)})
	if err != nil {
		return e, err
	}
	answer, err := c.rest.Do(ctx, rest.Call{
		Name: "emoji", Method: http.MethodPost, Path: path, ContentType: "application/json", Body: body, Authorized: true, Try: editTry, Once: true,
	})
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(answer, &e)
}

// A tileFile is the picture of a tile, and the name of its emoji.
type tileFile struct {
	compose.ThemedTile
	name string
	png  []byte
}

// tileFiles returns all tiles in all themes, drawn at the first call.
var tileFiles = sync.OnceValue(func() (all []tileFile) {
	for _, theme := range []render.Theme{render.Dark, render.Light} {
		for _, tile := range render.Tiles() {
			picture := tile.Picture(theme)
			var file bytes.Buffer
			if err := png.Encode(&file, picture); err != nil {
				panic(err) // a buffer takes all, and the picture is of a size that a PNG can have
			}
			sum := sha256.Sum256(picture.Pix)
			all = append(all, tileFile{compose.ThemedTile{Tile: tile, Theme: theme}, fmt.Sprintf("%s_%x", tile.Name(), sum[:3]), file.Bytes()})
		}
	}
	return all
})
