// Verifies a signed note by golang.org/x/mod/sumdb/note, the first implementation of the format, and prints its text.
// notes KEY: reads the note from the standard input. KEY is the verifier key.
package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/mod/sumdb/note"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: notes KEY <NOTE")
	}
	verifier, err := note.NewVerifier(os.Args[1])
	if err != nil {
		return err
	}
	message, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	opened, err := note.Open(message, note.VerifierList(verifier))
	if err != nil {
		return err
	}
	fmt.Print(opened.Text)
	return nil
}
