import { CHECKED_BY_MODE, identityOf, MODES, type Policy, type PolicyRule } from '../../kube/index.ts'
import { commentsIn, sourceTreeAt } from '../../policy/index.ts'
import { apiGroupMatches } from '../../rights/index.ts'
import type { Span } from '../../text/index.ts'
import { fieldNode, nodesAround, withoutAlias } from '../../yaml/index.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { joined, listed, quoted } from '../words.ts'

/** The older verb alone, in a text whose names, annotations or comments promise constrained impersonation. */
export const legacyCalledConstrained: LintRule = {
  name: 'legacy-called-constrained',
  severity: 'note',
  summary: 'The verb “impersonate” in a text that calls it constrained impersonation.',
  aboutReleasedModes: true,
  checkPolicy({ policy, asked }, report) {
    const rules = policy.roles.flatMap((role) => role.rules)
    const isKept = rules.some(({ verbs }) => verbs.some((verb) => /^impersonate(?:-on)?:/.test(verb)))
    const older = isKept ? [] : rules.filter(isOlder)
    const promise = older.length === 0 ? undefined : promiseIn(policy)
    if (promise === undefined) return
    const lead = asked.isOff
      ? 'This cluster asks for “impersonate” alone. Where the API server asks for constrained impersonation,'
      : asked.lead
    for (const rule of older) {
      report({
        at: placeIn({ rule }, 'verbs', rule.verbs.indexOf('impersonate')),
        message: `The text says ${quoted(promise)}, but “impersonate” is the older verb: it limits whom its holder may impersonate, and not what the holder may do as them.`,
        fix: `${lead} write ${modeVerbs(rule)} in its place.`,
      })
    }
  },
}

const OLDER_TARGETS: readonly string[] = ['users', 'groups', 'serviceaccounts']

/** Whether a rule names the older verb and a target that it is checked about. */
function isOlder(rule: PolicyRule): boolean {
  const { verbs, resources } = rule
  return (
    verbs.includes('impersonate') && apiGroupMatches(rule, '') && resources.some((one) => OLDER_TARGETS.includes(one))
  )
}

/** The verbs of the modes that are checked about the targets of a rule, as a person writes them in its place. */
function modeVerbs({ resources, resourceNames }: PolicyRule): string {
  const kinds = resourceNames.map((name) => identityOf(name, { legacy: false })?.resource)
  const isOfNodes = kinds.length > 0 && kinds.every((kind) => kind === 'nodes')
  const targets = resources.map((one) => (one === 'users' && isOfNodes ? 'nodes' : one))
  const modes = MODES.filter(
    (mode) => mode !== 'associated-node' && CHECKED_BY_MODE[mode].some((one) => targets.includes(one)),
  )
  return joined([
    `${listed(modes.map((mode) => `impersonate:${mode}`))} in the API group “authentication.k8s.io”`,
    `${listed(modes.map((mode) => `impersonate-on:${mode}:VERB`))} for the actions`,
  ])
}

const PROMISE =
  /\bconstrained[- _.:]*(?:(?:user|service ?account|node)[- ])?impersonat\w*|\bimpersonat\w*[^.;]{0,30}?\bconstrained\b|\bconstrained\b[^.;]{0,40}\b1\.3[5-9]\b/i

/** Words by which a text says that the verb is the older one, or that constrained impersonation is for another day. */
const OTHERWISE =
  /\b(?:legacy|old(?:er)?|fallback|instead|unconstrained|migrat\w*|replac\w*|todo|later|until|before|beside|yet|unlike|than)\b/i
const NEGATION =
  /\b(?:not|no|non|never|without|if|once|when|where|cannot|needs?|off|disabled?|would|will|should)\b|n[’']t\b/i

/** How a name, an annotation or a comment of a text calls its impersonation constrained; undefined where none does. */
function promiseIn(policy: Policy): string | undefined {
  if (!/constrained/i.test(policy.text)) return undefined
  const objects = [...policy.roles, ...policy.bindings]
  const claims = [
    ...objects.map(({ name }) => name),
    ...objects.flatMap(({ nameSpan }) => annotationsBeside(policy, nameSpan)),
    ...commentsIn(policy.text),
  ]
  for (const claim of claims) {
    const words = claim.replace(/\bhttps?:\S+/g, '').replace(/\s+/g, ' ')
    const found = PROMISE.exec(words)
    if (found === null || OTHERWISE.test(words)) continue
    const [promise] = found
    const around = words.slice(Math.max(0, found.index - 40), found.index + promise.length + 25)
    if (!NEGATION.test(around)) return promise
  }
  return undefined
}

/** The values of the annotations of the object with this name. */
function annotationsBeside(policy: Policy, name: Span): readonly string[] {
  const tree = sourceTreeAt(policy, name.start)
  const metadata = tree && nodesAround(tree, name).findLast((node) => node.kind === 'mapping')
  const annotations = metadata?.kind === 'mapping' ? fieldNode(metadata, 'annotations') : undefined
  const node = annotations && withoutAlias(annotations)
  if (node?.kind !== 'mapping') return []
  return node.pairs.map(({ value }) => withoutAlias(value)).flatMap((one) => (one.kind === 'scalar' ? [one.value] : []))
}
