// Package deploy holds the files that run Kibitz as more than one process. Its
// tests check them against Kubernetes' own types and rules, against the bot, and
// against nginx and Prometheus themselves. It was never applied to a cluster.
package deploy
