//go:build !amd64

package neural

func setFast(bool) {}
