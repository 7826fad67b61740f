// Package tests holds what only makes sense on the whole house: conversations,
// the contract with Discord, hostile input, round trips, and the page in a browser.
// Everything here goes the way of a real message: a person types into the
// playground, the real client library carries it to the bot, and the reply is
// read off the playground again.
package tests
