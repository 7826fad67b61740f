package activity

import (
	"container/list"
	"sync"
	"time"
)

// KeptFor is how long what the page is to open is kept for it.
const KeptFor = 15 * time.Minute

// A Shelf keeps, in memory and for KeptFor, what the page is to open, by the id that the page has. Beyond its
// bounds it drops what was put there first. It is safe for concurrent use; the zero value is an empty one.
type Shelf struct {
	mu    sync.Mutex
	kept  map[string]*list.Element
	order list.List // of parcels, the oldest first
	bytes int
}

type parcel struct {
	id, path string
	until    time.Time
}

// Bounds of a Shelf.
const (
	maxParcels = 1000
	maxKept    = 16 << 20 // bytes, ids counted
)

// Put keeps a path of the page under an id, in place of what was there.
func (s *Shelf) Put(id, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]*list.Element{}
	}
	if e := s.kept[id]; e != nil {
		s.drop(e)
	}
	p := parcel{id, path, time.Now().Add(KeptFor)}
	s.kept[id] = s.order.PushBack(p)
	s.bytes += len(id) + len(path)
	for s.bytes > maxKept || s.order.Len() > maxParcels {
		s.drop(s.order.Front())
	}
}

// Get returns the path that is kept under an id; false for none.
func (s *Shelf) Get(id string) (path string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for e := s.order.Front(); e != nil && time.Now().After(e.Value.(parcel).until); e = s.order.Front() {
		s.drop(e)
	}
	if e := s.kept[id]; e != nil {
		return e.Value.(parcel).path, true
	}
	return "", false
}

// drop takes a parcel off the shelf; s.mu is held.
func (s *Shelf) drop(e *list.Element) {
	p := s.order.Remove(e).(parcel)
	delete(s.kept, p.id)
	s.bytes -= len(p.id) + len(p.path)
}
