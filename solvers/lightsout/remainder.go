package lightsout

import "context"

// A primePower is a factor of a number of states q.
type primePower struct {
	prime, exponent int
	size            int // prime to the power of its exponent
	lift            int // 1 modulo size, 0 modulo the other factors of q
}

// primePowers returns the prime powers whose product is q, by ascending primes.
func primePowers(q int) (all []primePower) {
	rest := q
	for prime := 2; rest > 1; prime++ {
		p := primePower{prime: prime, size: 1}
		for ; rest%prime == 0; rest /= prime {
			p.exponent++
			p.size *= prime
		}
		if p.exponent == 0 {
			continue
		}
		for p.lift = q / p.size; p.lift%p.size != 1; {
			p.lift += q / p.size
		}
		all = append(all, p)
	}
	return all
}

// byPrimePowers solves a board modulo q. By the Chinese remainder theorem it solves the board
// modulo each prime power in q and adds up the solutions, each times the number that is 1 modulo
// its own power and 0 modulo the others.
func byPrimePowers(ctx context.Context, cells, q int, solve func(primePower) (*space, error)) (*space, error) {
	s := &space{presses: make([]uint8, cells)}
	for _, power := range primePowers(q) {
		part, err := solve(power)
		if err != nil || power.size == q {
			return part, err
		}
		if err := takeQuiet(ctx, len(part.quiet), cells); err != nil {
			return nil, err
		}
		for _, y := range part.quiet {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			pattern := make([]uint8, cells)
			add(pattern, y.Pattern, power.lift, q)
			s.quiet = append(s.quiet, Quiet{pattern, y.Order})
		}
		switch {
		case part.presses == nil:
			s.presses = nil
		case s.presses != nil:
			add(s.presses, part.presses, power.lift, q)
		}
	}
	return s, nil
}
