package main

import (
	"encoding/json"
	"reflect"
)

// unanswered says why what is asked about a policy has no answer; it is empty where it has one.
type unanswered struct {
	// Error is why the API server refuses the policy.
	Error string `json:"error,omitempty"`
	// Dropped is why the answer cannot be a vector.
	Dropped string `json:"dropped,omitempty"`
}

// answerAbout reads a line into asked, whose policy and reason are text and why, and answers it about the policy that it reads.
func answerAbout(line []byte, asked any, text *string, why *unanswered, answer func(*policy) error) (any, error) {
	if err := json.Unmarshal(line, asked); err != nil {
		return nil, err
	}
	*why = unanswered{}
	read, err := readPolicy(*text)
	if err != nil {
		why.Error = err.Error()
		return asked, nil
	}
	if err := answer(read); err != nil {
		return nil, err
	}
	if why.Dropped == "" && !allValid(reflect.ValueOf(asked)) {
		why.Dropped = "the answer is not UTF-8"
	}
	return asked, nil
}
