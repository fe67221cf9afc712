import { readPolicy } from '@authz-playground/engine'
import { documentTree, type MappingNode, type SequenceNode, type TreeNode } from '@authz-playground/engine/editing'
import { takenOut, type Unwanted } from './commented-out.ts'

/**
 * Which of a policy's rules count: `old` are those without a verb of constrained impersonation, `new` those without the
 * verb `impersonate`. The users' own permissions are in both.
 */
export type RuleSet = 'old' | 'new' | 'both'

/**
 * The policy text with one set of its rules. The remaining rules keep their lines and columns; see {@link takenOut}.
 */
export function withRules(text: string, rules: RuleSet): string {
  if (rules === 'both') return text
  const policy = readPolicy(text)
  return policy.documents.reduce((left, document) => {
    const root = documentTree(policy, document)
    if (root === undefined) return left
    const unwanted = ruleListsOf(root).flatMap((list) => unwantedOf(list, rules))
    return takenOut(left, unwanted, document.syntax)
  }, text)
}

/** The lines of rules that grant every verb, the old one and the new ones: they are in every set. */
export function linesOfRulesForEveryVerb(text: string): readonly number[] {
  const { roles, lines } = readPolicy(text)
  return roles.flatMap((role) =>
    role.rules.flatMap((rule) => (rule.verbs.includes('*') ? [lines.range(rule.span).line] : [])),
  )
}

/** Verbs of KEP-5284 and its variants that contain another part: `impersonate:user-info`, `impersonate-on:list`. */
const CONSTRAINED_VERB = /^impersonate(-on)?:/
/** Where the special API group means the verb `impersonate-on:`. */
const CONSTRAINED_GROUP = /(^|\.)impersonation\.k8s\.io$/

function unwantedOf(list: SequenceNode, rules: 'old' | 'new'): readonly Unwanted[] {
  const whole: number[] = []
  const parts: Unwanted[] = []
  list.items.forEach((item, at) => {
    const rule = aliased(item)
    if (rule.kind !== 'mapping') return
    const unwanted =
      rules === 'new'
        ? [matching(rule, 'verbs', /^impersonate$/)]
        : [matching(rule, 'verbs', CONSTRAINED_VERB), matching(rule, 'apiGroups', CONSTRAINED_GROUP)]
    const found = unwanted.filter((one) => one !== undefined)
    if (found.some((one) => one.entries.length === one.list.items.length)) whole.push(at)
    else parts.push(...found)
  })
  return whole.length === 0 ? parts : [...parts, { list, entries: whole }]
}

/** The entries of a rule's list that a pattern matches; undefined where there are none. */
function matching(rule: MappingNode, field: string, pattern: RegExp): Unwanted | undefined {
  const list = valueIn(rule, field)
  if (list?.kind !== 'sequence') return undefined
  const entries = list.items.flatMap((item, at) => {
    const value = aliased(item)
    return value.kind === 'scalar' && pattern.test(value.value) ? [at] : []
  })
  return entries.length === 0 ? undefined : { list, entries }
}

/** Every list of rules in a document: of a role, or of roles in a list. Each once, however often an alias names it. */
function ruleListsOf(root: TreeNode): readonly SequenceNode[] {
  const seen = new Set<TreeNode>()
  const found: SequenceNode[] = []
  const visit = (node: TreeNode): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.kind === 'alias') visit(node.target)
    else if (node.kind === 'sequence') node.items.forEach(visit)
    else if (node.kind === 'mapping') {
      const rules = valueIn(node, 'rules')
      if (rules?.kind === 'sequence' && !seen.has(rules)) found.push(rules)
      for (const { value } of node.pairs) visit(value)
    }
  }
  visit(root)
  return found
}

function valueIn({ pairs }: MappingNode, field: string): TreeNode | undefined {
  const pair = pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === field)
  return pair && aliased(pair.value)
}

function aliased(node: TreeNode): TreeNode {
  return node.kind === 'alias' ? aliased(node.target) : node
}
