import { describe, expect, it } from 'vitest'
import { edited } from '../../text/index.ts'
import { addItem, fieldNode, nodesAround } from '../../yaml/index.ts'
import { readPolicy, sourceTreeAt } from '../index.ts'

const TEXT = `kind: ClusterRole # first
apiVersion: rbac.authorization.k8s.io/v1
metadata: {name: a}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]} # one
- apiGroups: [""]
  resources: [secrets]
  verbs:
  - "get" # two
---
{"kind": "List", "apiVersion": "v1", "items": [{"kind": "Role", "apiVersion": "rbac.authorization.k8s.io/v1",
  "metadata": {"name": "b"}, "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": []}, {"verbs": ["get"]}]}]}
`

/** The verbs of all rules, and the text after adding one to the rule with this index. */
function withVerb(text: string, index: number): string | undefined {
  const policy = readPolicy(text)
  const { span } = policy.roles.flatMap(({ rules }) => rules)[index] ?? {}
  const tree = span && sourceTreeAt(policy, span.start)
  const rule = tree && nodesAround(tree, span).at(-1)
  const verbs = rule?.kind === 'mapping' ? fieldNode(rule, 'verbs') : undefined
  const edits = tree && verbs?.kind === 'sequence' ? addItem(tree, verbs, 'list') : undefined
  return edits && edited(text, edits)
}

describe('the tree of the document around a rule', () => {
  const verbsOf = (text: string) => readPolicy(text).roles.flatMap(({ rules }) => rules.map(({ verbs }) => verbs))

  it.each([0, 1])('leads to an edit of rule %i alone', (index) => {
    const text = withVerb(TEXT, index) as string
    expect(verbsOf(text)).toEqual(verbsOf(TEXT).map((verbs, i) => (i === index ? [...verbs, 'list'] : verbs)))
    expect(text.replace(index === 0 ? ', list' : '\n  - "list"', '')).toBe(TEXT)
  })
})
