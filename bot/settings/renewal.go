package settings

// A Renewal is the settings, and the token, as they are now.
type Renewal struct {
	Config Config
	Token  string
}
