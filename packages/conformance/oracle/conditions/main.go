// Conditions tells what the release of k8s.io/apiserver that it is built with makes of conditions and of the answers of
// several authorizers, for every combination of a few kinds of each. docs/conformance.md says how it is used.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"k8s.io/apiserver/pkg/authorization/authorizer"
	unionauthorizer "k8s.io/apiserver/pkg/authorization/union"
)

// kinds of results of a condition: true, false, in error, not evaluable.
const kinds = "tfeu"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(map[string]string{"module": module()}); err != nil {
		return err
	}
	if err := encoder.Encode(map[string]string{"letters": letters()}); err != nil {
		return err
	}
	for _, results := range sequences(kinds, 4) {
		for _, effect := range []string{"Deny", "NoOpinion", "Allow"} {
			line := map[string]any{"effect": effect, "results": results, "answer": answered(evaluated(conditionsOf(effect, results)))}
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	for _, parts := range sequences(partKinds, 3) {
		united := union(parts)
		line := map[string]any{"parts": parts, "united": answered(united), "evaluated": answered(evaluated(united))}
		settled, err := settled(parts)
		if err != nil {
			return err
		}
		line["settled"] = settled
		unaware, err := unaware(parts)
		if err != nil {
			return err
		}
		line["unaware"] = unaware
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

func module() string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == "k8s.io/apiserver" {
			return dependency.Version
		}
	}
	return ""
}

// letters has one letter for each way of taking up to four results for each effect, Deny outermost and Allow innermost,
// without regard to their order.
func letters() string {
	var text strings.Builder
	choices := sorted(sequences(kinds, 4))
	for _, deny := range choices {
		for _, noOpinion := range choices {
			for _, allow := range choices {
				text.WriteByte(letter(evaluated(decision(conditions("Deny", deny), conditions("NoOpinion", noOpinion), conditions("Allow", allow)))))
			}
		}
	}
	return text.String()
}

// letter is a decision, small where there is an error beside it; of one that stays conditional how many
// conditions are left, as the character so far behind 0.
func letter(d authorizer.ConditionsAwareDecision) byte {
	var shift byte
	if d.Error() != nil {
		shift = 'a' - 'A'
	}
	switch {
	case d.IsAllow():
		return 'A' + shift
	case d.IsDeny():
		return 'D' + shift
	case d.IsNoOpinion():
		return 'N' + shift
	default:
		m := d.ConditionsMap()
		return byte('0' + m.Length())
	}
}

// sequences of up to so many letters, in the order of their length and then of the letters.
func sequences(letters string, most int) []string {
	all := []string{""}
	last := all
	for range most {
		var next []string
		for _, before := range last {
			for _, letter := range letters {
				next = append(next, before+string(letter))
			}
		}
		all = append(all, next...)
		last = next
	}
	return all
}

// sorted leaves those sequences whose letters stand in the order of kinds.
func sorted(all []string) []string {
	var some []string
	for _, one := range all {
		inOrder := true
		for i := 1; i < len(one); i++ {
			inOrder = inOrder && strings.IndexByte(kinds, one[i-1]) <= strings.IndexByte(kinds, one[i])
		}
		if inOrder {
			some = append(some, one)
		}
	}
	return some
}

// conditions of one effect; the text of each says what comes of it.
func conditions(effect, results string) []authorizer.Condition {
	var list []authorizer.Condition
	for i, result := range results {
		description := ""
		if i%2 == 1 {
			description = "number \"two\" or four"
		}
		list = append(list, authorizer.GenericCondition{ID: fmt.Sprintf("%s-%d", effect, i), Condition: string(result), Description: description})
	}
	return list
}

func decision(deny, noOpinion, allow []authorizer.Condition) authorizer.ConditionsAwareDecision {
	if len(deny)+len(noOpinion)+len(allow) == 0 {
		return authorizer.ConditionsAwareDecisionNoOpinion("", nil)
	}
	return authorizer.ConditionsAwareDecisionConditionsMap(deny, noOpinion, allow)
}

func conditionsOf(effect, results string) authorizer.ConditionsAwareDecision {
	list := conditions(effect, results)
	switch effect {
	case "Deny":
		return decision(list, nil, nil)
	case "NoOpinion":
		return decision(nil, list, nil)
	default:
		return decision(nil, nil, list)
	}
}

func evaluated(d authorizer.ConditionsAwareDecision) authorizer.ConditionsAwareDecision {
	return authorizer.PartiallyEvaluateConditionsAwareDecision(context.Background(), d, nil, evaluate)
}

func evaluate(_ context.Context, condition authorizer.Condition, _ authorizer.ConditionsData) authorizer.ConditionEvaluationResult {
	switch condition.GetCondition() {
	case "t":
		return authorizer.ConditionEvaluationResultBoolean(true)
	case "f":
		return authorizer.ConditionEvaluationResultBoolean(false)
	case "e":
		return authorizer.ConditionEvaluationResultError(errors.New("bad " + condition.GetID()))
	default:
		return authorizer.ConditionsEvaluationResultUnevaluatable()
	}
}

// partKinds of an authorizer's answer: Allow, Deny and NoOpinion, without and with a reason or an error; conditions of
// each effect that can be evaluated and that cannot; and a union of its own.
const partKinds = "ADnNdeafuU"

func part(kind byte, index int) authorizer.ConditionsAwareDecision {
	switch kind {
	case 'A':
		return authorizer.ConditionsAwareDecisionAllow(fmt.Sprintf("yes %d", index), nil)
	case 'D':
		return authorizer.ConditionsAwareDecisionDeny("", errors.New("broken"))
	case 'n':
		return authorizer.ConditionsAwareDecisionNoOpinion("", nil)
	case 'N':
		return authorizer.ConditionsAwareDecisionNoOpinion("none", fmt.Errorf("lost %d", index))
	case 'd':
		return decision(conditions("Deny", "fu"), nil, conditions("Allow", "t"))
	case 'e':
		return decision(conditions("Deny", "fe"), nil, nil)
	case 'a':
		return decision(conditions("Deny", "f"), nil, conditions("Allow", "ft"))
	case 'u':
		return decision(nil, conditions("NoOpinion", "f"), conditions("Allow", "u"))
	case 'f':
		return decision(nil, nil, conditions("Allow", "f"))
	default:
		return union("ud")
	}
}

func union(parts string) authorizer.ConditionsAwareDecision {
	var union authorizer.ConditionsAwareDecisionUnion
	for i := range len(parts) {
		union.Add(fmt.Sprintf("z%d", i), part(parts[i], i))
	}
	return union.ToDecision()
}

// answer is a decision in full.
type answer struct {
	Decision   string   `json:"decision"`
	Reason     string   `json:"reason"`
	Error      string   `json:"error,omitempty"`
	Conditions []string `json:"conditions,omitempty"`
	Parts      []named  `json:"parts,omitempty"`
}

type named struct {
	Name string `json:"name"`
	answer
}

func answered(d authorizer.ConditionsAwareDecision) answer {
	made := answer{Reason: d.Reason()}
	if d.Error() != nil {
		made.Error = d.Error().Error()
	}
	switch {
	case d.IsAllow():
		made.Decision = "Allow"
	case d.IsDeny():
		made.Decision = "Deny"
	case d.IsNoOpinion():
		made.Decision = "NoOpinion"
	default:
		made.Decision = "Conditional"
	}
	m := d.ConditionsMap()
	for condition := range m.DenyConditions() {
		made.Conditions = append(made.Conditions, condition.GetID())
	}
	for condition := range m.NoOpinionConditions() {
		made.Conditions = append(made.Conditions, condition.GetID())
	}
	for condition := range m.AllowConditions() {
		made.Conditions = append(made.Conditions, condition.GetID())
	}
	for name, sub := range d.UnionedDecisions() {
		made.Parts = append(made.Parts, named{name, answered(sub)})
	}
	return made
}

// fixed is an authorizer that always answers alike, and evaluates its own conditions; what cannot be evaluated fails.
type fixed struct {
	decision authorizer.ConditionsAwareDecision
	parts    authorizer.Authorizer
}

// Authorize answers a caller that knows no conditions. The library has these words in a method of its own only.
func (f fixed) Authorize(context.Context, authorizer.Attributes) (authorizer.Decision, string, error) {
	switch {
	case f.decision.IsAllow():
		return authorizer.DecisionAllow, f.decision.Reason(), f.decision.Error()
	case f.decision.IsDeny():
		return authorizer.DecisionDeny, f.decision.Reason(), f.decision.Error()
	case f.decision.IsNoOpinion():
		return authorizer.DecisionNoOpinion, f.decision.Reason(), f.decision.Error()
	default:
		return f.decision.FailureDecision(), "failed closed: tried to return conditional decision to conditions-unaware authorizer", nil
	}
}

func (f fixed) ConditionsAwareAuthorize(context.Context, authorizer.Attributes) authorizer.ConditionsAwareDecision {
	return f.decision
}

func (f fixed) EvaluateConditions(ctx context.Context, decision authorizer.ConditionsAwareDecision, data authorizer.ConditionsData) (authorizer.Decision, string, error) {
	if decision.IsUnion() {
		return f.parts.EvaluateConditions(ctx, decision, data)
	}
	return decision.ConditionsMap().Evaluate(ctx, data, func(ctx context.Context, condition authorizer.Condition, data authorizer.ConditionsData) (bool, error) {
		result := evaluate(ctx, condition, data)
		if result.IsUnevaluatable() {
			return false, errors.New("bad " + condition.GetID())
		}
		return result.IsTrue(), result.Error()
	})
}

// unionOf asks authorizers that answer so.
func unionOf(parts string) (authorizer.Authorizer, error) {
	var list []unionauthorizer.NamedAuthorizer
	for i := range len(parts) {
		one := fixed{decision: part(parts[i], i)}
		if one.decision.IsUnion() {
			inner, err := unionOf("ud")
			if err != nil {
				return nil, err
			}
			one.parts = inner
		}
		list = append(list, unionauthorizer.NamedAuthorizer{AuthorizerName: fmt.Sprintf("z%d", i), Authorizer: one})
	}
	return unionauthorizer.New(list...)
}

// settled is what becomes of the answers when every condition is evaluated.
func settled(parts string) (answer, error) {
	all, err := unionOf(parts)
	if err != nil {
		return answer{}, err
	}
	decision := all.ConditionsAwareAuthorize(context.Background(), nil)
	if decision.IsUnconditional() {
		return answered(decision), nil
	}
	made, reason, err := all.EvaluateConditions(context.Background(), decision, nil)
	return answered(authorizer.ConditionsAwareDecisionFromParts(made, reason, err)), nil
}

// unaware is what a caller that knows no conditions gets, as every caller in the API server is.
func unaware(parts string) (answer, error) {
	all, err := unionOf(parts)
	if err != nil {
		return answer{}, err
	}
	decision, reason, err := all.Authorize(context.Background(), nil)
	return answered(authorizer.ConditionsAwareDecisionFromParts(decision, reason, err)), nil
}
