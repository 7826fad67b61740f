// Package tests holds what only makes sense on the whole house: conversations,
// the contract with Discord, hostile input, round trips, the page in a browser, and the
// whole world with all that goes wrong in it (world). What is true of all sources is in tree.
// Everything here goes the way of a real message: a person types into the
// playground, the real client library carries it to the bot, and the reply is
// read off the playground again.
package tests
