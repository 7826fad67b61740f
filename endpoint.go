package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"

	"kibitz/bot"
	"kibitz/commands"
)

// endpoint tells Discord to which address to send interactions, or, for "off", to send them over
// the gateway. Without an argument it prints where they go.
func endpoint(ctx context.Context, args []string, std streams) (status int) {
	flags := newFlags()
	file := configFlag(flags)
	err := flags.Parse(args)
	address := ""
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(std.out, "Usage: kibitz endpoint https://…   Discord sends interactions there\n"+
			"       kibitz endpoint off         they come over the gateway\n"+
			"       kibitz endpoint             where they go now\n\n"+
			"The bot's token is taken from DISCORD_TOKEN or DISCORD_TOKEN_FILE. The endpoint has to be running:\n"+
			"Discord tries it before it takes the address. The commands are registered before.\n\nFlags:\n")
		describe(flags, std.out)
		return 0
	case err == nil && flags.NArg() > 1:
		err = errors.New("it takes one address")
	case err == nil && flags.NArg() == 1:
		address = flags.Arg(0)
		if u, wrong := url.Parse(address); address != "off" && (wrong != nil || u.Scheme != "https" || u.Host == "") {
			err = fmt.Errorf("%s: Discord wants an address that begins with https://, or the word off", address)
		}
	}
	if err != nil {
		return std.misused("kibitz endpoint", err, "kibitz endpoint")
	}
	if err := setEndpoint(ctx, *file, address, std); err != nil {
		return std.failed(err)
	}
	return 0
}

// setEndpoint has bot.SetEndpoint tell Discord the address, or "off", with the settings of the
// file and the bot's token; for "" it prints where interactions go now.
func setEndpoint(ctx context.Context, file, address string, std streams) error {
	config, err := readSettings(file)
	if err != nil {
		return err
	}
	token, err := botToken()
	if err != nil {
		return err
	}
	set, err := handler(&config, token)
	if err != nil {
		return err
	}
	return bot.SetEndpoint(ctx, bot.Options{Config: config, Token: token, Handler: set, Version: commands.Version()}, address, std.out)
}

// printVersion prints the version of the program.
func printVersion(_ context.Context, _ []string, std streams) (status int) {
	fmt.Fprintln(std.out, "kibitz", commands.Version())
	return 0
}
