package playground_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"kibitz/playground"
)

// A bot made with discordgo, and a person who types its command.
func Example() {
	ctx := context.Background()
	discord, err := playground.Start(ctx, playground.Options{})
	if err != nil {
		panic(err)
	}
	defer discord.Close()

	bot, _ := discordgo.New("Bot " + discord.Token())
	bot.Client = &http.Client{Transport: discord.Transport()}
	bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{
				Content: strings.ToUpper(i.ApplicationCommandData().Options[0].StringValue()),
				Flags:   discordgo.MessageFlagsEphemeral,
			},
		})
	})
	if err := bot.Open(); err != nil {
		panic(err)
	}
	defer bot.Close()
	me, _ := bot.User("@me")
	_, err = bot.ApplicationCommandBulkOverwrite(me.ID, "", []*discordgo.ApplicationCommand{{
		Name: "shout", Description: "Say it louder",
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionString, Name: "what", Description: "to say", Required: true,
		}},
	}})
	if err != nil {
		panic(err)
	}

	reply, err := discord.Ask(ctx, playground.Typing{Text: "/shout what:hello there"})
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Text())
	_, err = discord.Ask(ctx, playground.Typing{Text: "/shout"})
	fmt.Println(err)
	// Output:
	// (only you see this)
	// HELLO THERE
	// what: is missing: this option is required
}
