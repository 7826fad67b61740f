package queue

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Bounds of what is kept for pages.
const (
	bucketName = "KIBITZ_PAGES"
	mostKept   = 64 << 20  // bytes
	mostOfOne  = 512 << 10 // bytes
)

// bucket makes the bucket of what is kept for pages, or changes it to what Options say.
func (q *Queue) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	want := jetstream.KeyValueConfig{
		Bucket: bucketName, TTL: q.o.Life, MaxBytes: mostKept, MaxValueSize: mostOfOne, Storage: jetstream.FileStorage, Replicas: q.o.Replicas,
	}
	kv, err := q.js.KeyValue(ctx, bucketName)
	if err == nil {
		status, err := kv.Status(ctx)
		if s, ok := status.(*jetstream.KeyValueBucketStatus); ok && err == nil {
			if have := s.StreamInfo().Config; have.MaxAge == want.TTL && have.Replicas == want.Replicas && have.MaxBytes == want.MaxBytes {
				return kv, nil
			}
		}
	}
	if kv, err = q.js.CreateOrUpdateKeyValue(ctx, want); err != nil {
		return nil, refused("bucket "+bucketName, err)
	}
	return kv, nil
}

var errNoBucket = errors.New("the queue's server has no room for what pages open")

// kept returns the bucket if it can be reached.
func (q *Queue) kept() (jetstream.KeyValue, error) {
	p, err := q.there()
	if err == nil && p.pages == nil {
		err = errNoBucket
	}
	if err != nil {
		return nil, err
	}
	return p.pages, nil
}

// Keep keeps a text under an id for Options.Life, or fails within half a second.
func (q *Queue) Keep(ctx context.Context, id, text string) error {
	kv, err := q.kept()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, putWithin)
	defer cancel()
	if _, err = kv.PutString(ctx, hashed(id), text); err != nil {
		return fmt.Errorf("keeping what a page opens: %w", err)
	}
	return nil
}

// Kept returns the text that was kept under an id; false for none.
func (q *Queue) Kept(ctx context.Context, id string) (text string, ok bool, err error) {
	kv, err := q.kept()
	if err != nil {
		return "", false, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	entry, err := kv.Get(ctx, hashed(id))
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("asking what a page opens: %w", err)
	}
	return string(entry.Value()), true, nil
}
