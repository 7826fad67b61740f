// Package deploy holds what Kibitz is run with beyond one process, and its
// tests hold that against Kubernetes' own types and rules, against the bot, and
// against nginx and Prometheus themselves. It was never applied to a cluster.
package deploy
