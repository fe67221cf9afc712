import { isWord } from '../../designs/index.ts'
import { CHECKED_BY_MODE, constrainedMode, hasVerbBeginning, type PolicyRule, type Rule } from '../../kube/index.ts'
import { hasOlderVerb, IDENTITY, LEGACY_RESOURCE, subjectKey, verbMatches } from '../../rights/index.ts'
import { ACTION, hasHalves, type Impersonator, impersonatorsIn } from '../impersonators.ts'
import type { Linted, LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

export const identityWithoutAction: LintRule = {
  name: 'identity-without-action',
  severity: 'warning',
  summary: 'An identity that may be taken, with nothing that may be done as it.',
  checkPolicy(linted, report) {
    for (const { rule, index, mode, who } of lonelyHalves(linted, IDENTITY, ACTION)) {
      report({
        at: { span: rule.span, path: ['verbs', index] },
        message: `${quoted(who)} may take identities in the mode ${mode}, and nothing here lets it do anything as one: constrained impersonation needs both.`,
        fix: `Grant impersonate-on:${mode}:VERB for what it is to do, in a ClusterRole or in the namespace.`,
      })
    }
  },
}

export const actionWithoutIdentity: LintRule = {
  name: 'action-without-identity',
  severity: 'warning',
  summary: 'An action as somebody else, with nobody whom it may be done as.',
  checkPolicy(linted, report) {
    for (const { rule, index, mode, who } of lonelyHalves(linted, ACTION, IDENTITY)) {
      report({
        at: { span: rule.span, path: ['verbs', index] },
        message: `${quoted(who)} may do this in the mode ${mode}, and nothing here lets it take an identity in that mode: constrained impersonation needs both.`,
        fix: `Grant impersonate:${mode} on those whom it is to impersonate, in “authentication.k8s.io”.`,
      })
    }
  },
}

/** A verb of one half of constrained impersonation in a rule, whose holder has nothing of the other half. */
interface Half {
  readonly rule: PolicyRule
  readonly index: number
  readonly mode: string
  readonly who: string
}

/** The verbs of one half without the other half, which may be in another text, or allowed by a webhook. Once for each rule and mode. */
function lonelyHalves(linted: Linted, one: RegExp, other: RegExp): readonly Half[] {
  const { policy, design, defaults, others, impersonators } = linted
  if (!hasHalves(design) || linted.asksWebhook) return []
  const isHalf = (verb: string) => LEGACY_RESOURCE[one.exec(verb)?.[1] ?? ''] !== undefined
  const holders = impersonators.filter(({ held }) => held.some(({ rule }) => rule.verbs.some(isHalf)))
  if (holders.length === 0) return []
  const elsewhere = others.filter((text) => text !== policy).flatMap((text) => impersonatorsIn(text, defaults, policy))
  const all = [...impersonators, ...elsewhere]
  const halves = new Map<string, Half>()
  const whole = new Set<string>()
  for (const holder of holders) {
    const rules = all.filter((each) => mayBeOne(each, holder))
    for (const { rule } of holder.held) {
      for (const [index, verb] of rule.verbs.entries()) {
        if (!isHalf(verb) || !isWord(design.words, verb, rule.apiGroups, rule.resources)) continue
        const mode = one.exec(verb)?.[1] ?? ''
        if (one === IDENTITY && !isForIdentities(rule, mode)) continue
        const key = `${mode}/${rule.span.start}`
        if (rules.some((each) => mayHave(each, other, mode))) whole.add(key)
        else if (!halves.has(key)) halves.set(key, { rule, index, mode, who: holder.name })
      }
    }
  }
  return [...halves].filter(([key]) => !whole.has(key)).map(([, half]) => half)
}

/** Whether the rules of two subjects may be those of one user, who may be in any of the groups. */
function mayBeOne(one: Impersonator, other: Impersonator): boolean {
  return (
    one === other ||
    subjectKey(one.subject) === subjectKey(other.subject) ||
    one.subject.kind === 'Group' ||
    other.subject.kind === 'Group'
  )
}

function mayHave({ held, unknown }: Impersonator, half: RegExp, mode: string): boolean {
  return (
    unknown ||
    held.some(({ rule }) => {
      // The older verb allows every action. Beside an identity it is reported as what lifts the constraint.
      if (half === ACTION && hasOlderVerb(rule, mode)) return true
      return half === ACTION
        ? hasVerbBeginning(rule.verbs, `impersonate-on:${mode}:`)
        : verbMatches(rule, `impersonate:${mode}`) && isForIdentities(rule, mode)
    })
  )
}

/** Whether a rule has a resource that the checks of a mode ask for. */
function isForIdentities({ resources }: Rule, named: string): boolean {
  const mode = constrainedMode(named)
  const checked = mode === undefined ? [] : CHECKED_BY_MODE[mode]
  return resources.some((one) => one === '*' || checked.some((other) => one === other || one.startsWith(`${other}/`)))
}
