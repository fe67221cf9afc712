import { type Attributes, RBAC_GROUP, type Rule, type Subject, type SubjectName } from '../kube/index.ts'
import type { NodePath, PolicyEditor } from '../policy/index.ts'
import { subjectInWords, subjectOfGroup } from '../rights/index.ts'
import type { SourceRange } from '../text/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import { lineInWords, ruleInWords, scopeInWords } from '../words/index.ts'
import {
  addItem,
  addPair,
  type Edits,
  removeItem,
  removePair,
  replaceScalar,
  type SourceTree,
  splitItem,
  type TreeNode,
  type YamlValue,
} from '../yaml/index.ts'
import type { Mismatch } from './mismatch.ts'
import type { NearMatch } from './near.ts'
import { bindingFields, type Permissions, roleFields, rulesFor, subjectFields, subjectFor } from './new-roles.ts'
import { severalIn } from './value-mismatch.ts'

/** One step of a change: what it does in words, and the edit. */
export interface Part {
  /** The same for parts that do the same. */
  readonly key: string
  readonly words: RichText
  /** What follows the words where another change has the same. */
  readonly detail?: RichText
  /** False where the text cannot be edited so. */
  readonly apply: (editor: PolicyEditor) => boolean
}

/** The edits that mend all that does not fit; undefined where some of it is not a mistake in the text of the policy. */
export function mending(near: NearMatch, asked: Attributes): readonly Part[] | undefined {
  const parts = near.mismatches.map((mismatch) => mend(mismatch, near, asked))
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function mend(mismatch: Mismatch, near: NearMatch, asked: Attributes): Part | undefined {
  const { dimension, instead, has, range } = mismatch
  if (range.source !== 'policy') return undefined
  if (mismatch.cause === 'several-in-one') return splitting(mismatch, near)
  switch (dimension) {
    case 'scope':
      if (mismatch.cause === 'no-namespace') return namespaceOfBinding(near, asked.namespace)
      return mismatch.cause === 'misspelt' && instead !== undefined ? moveNamespace(near, instead) : undefined
    case 'subject':
      return mendSubject(mismatch, near, asked)
    case 'role':
      // Everybody with the aggregated role gets the rights: a grant, not a mend.
      if (mismatch.cause === 'no-label') return undefined
      if (mismatch.cause === 'labels') return mendLabel(mismatch, near)
      if (mismatch.cause === 'overwritten') return movedRule(mismatch, near)
      return instead === undefined ? undefined : replacing(range, has[0] ?? '', instead)
    default:
      return instead === undefined ? undefined : replacing(range, has[0] ?? '', instead)
  }
}

/** One value becomes several: `get,list` two verbs. */
function splitting({ dimension, has: [before = ''], range }: Mismatch, { rule }: NearMatch): Part | undefined {
  const field = LIST_OF[dimension]
  if (field === undefined || rule === undefined) return undefined
  const values = severalIn(before)
  return {
    key: `split ${range.start}`,
    words: ['write ', ...listInWords(values), ' for ', shown(before), ` in ${lineInWords(range)}`],
    apply: (editor) =>
      editor.edit(rule.range, [field], (tree, node) => {
        if (node.kind !== 'sequence') return undefined
        const index = node.items.findIndex((item) => item.kind === 'scalar' && item.value === before)
        return index === -1 ? undefined : splitItem(tree, node, index, values)
      }),
  }
}

function replacing(range: SourceRange, before: string, after: string): Part {
  return {
    key: `replace ${range.start} ${after}`,
    words: ['write ', shown(after), ' for ', shown(before), ` in ${lineInWords(range)}`],
    detail: [`, column ${range.column}`],
    apply: (editor) => editor.edit(range, [], (tree, node) => scalar(tree, node, after)),
  }
}

function shown(value: string): RichText[number] {
  return { code: value === '' ? '""' : value }
}

function scalar(tree: SourceTree, node: TreeNode, value: string): Edits {
  return node.kind === 'scalar' ? replaceScalar(tree, node, value) : undefined
}

/** A Role and its RoleBinding are moved together. */
function moveNamespace({ binding, role }: NearMatch, namespace: string): Part | undefined {
  if (binding === undefined) return undefined
  const moved = role?.kind === 'Role' ? [binding, role] : [binding]
  if (moved.some(({ range }) => range.source !== 'policy')) return undefined
  const what = moved.map(({ kind }) => kind).join(' and ')
  return {
    key: `namespace ${binding.range.start} ${namespace}`,
    words: [
      'put ',
      what,
      ' ',
      { code: binding.name },
      ` of ${lineInWords(binding.range)} into namespace `,
      { code: namespace },
    ],
    apply: (editor) =>
      moved.every(({ range }) =>
        editor.edit(range, ['metadata', 'namespace'], (tree, node) => scalar(tree, node, namespace)),
      ),
  }
}

function namespaceOfBinding({ binding }: NearMatch, namespace: string): Part | undefined {
  if (binding === undefined) return undefined
  const { range } = binding
  return {
    key: `namespace ${range.start}`,
    words: [
      'write namespace: ',
      { code: namespace },
      ` for ${binding.kind} `,
      { code: binding.name },
      ` in ${lineInWords(range)}`,
    ],
    apply: (editor) =>
      editor.edit(range, ['metadata'], (tree, node) => pair(tree, node, 'namespace', namespace, 'name')),
  }
}

/** The rule goes to a role of its own, which the aggregated one selects. */
function movedRule({ instead }: Mismatch, { role, rule }: NearMatch): Part | undefined {
  if (role === undefined || rule === undefined || instead === undefined) return undefined
  const name = `${role.name}-rules`
  const [key, value] = split(instead)
  return {
    key: `overwritten ${rule.range.start}`,
    words: [
      `move the rule of ${lineInWords(rule.range)} to a ClusterRole `,
      { code: name },
      ' with the label ',
      { code: instead },
      ', which ClusterRole ',
      { code: role.name },
      ' aggregates',
    ],
    apply: (editor) => {
      editor.add([{ ...roleFields(name, '', [rule]), metadata: { name, labels: { [key]: value } } }])
      return editor.edit(role.range, ['rules'], (tree, node) =>
        node.kind === 'sequence' ? removeItem(tree, node, rule.index) : undefined,
      )
    },
  }
}

function mendLabel({ has, instead, range }: Mismatch, { role }: NearMatch): Part | undefined {
  const [key, value] = split(instead ?? '')
  const [hasKey] = split(has[0] ?? '')
  if (role === undefined) return undefined
  const label = labelPart(role, instead ?? '', range)
  if (key !== hasKey) return { ...label, apply: (editor) => addLabel(editor, role.range, key, value, hasKey) }
  return {
    ...label,
    apply: (editor) => editor.edit(role.range, ['metadata', 'labels', key], (tree, node) => scalar(tree, node, value)),
  }
}

/** The label that an aggregated role asks for, on a role that has none like it. */
function newLabel({ instead = '', range }: Mismatch, { role }: NearMatch): Part | undefined {
  if (role === undefined) return undefined
  const [key, value] = split(instead)
  return {
    ...labelPart(role, instead, range),
    apply: (editor) =>
      addLabel(editor, role.range, key, value) ||
      editor.edit(role.range, ['metadata'], (tree, node) => pair(tree, node, 'labels', { [key]: value }, 'name')),
  }
}

function addLabel(editor: PolicyEditor, role: SourceRange, key: string, value: string, after?: string): boolean {
  return editor.edit(role, ['metadata', 'labels'], (tree, node) => pair(tree, node, key, value, after))
}

function labelPart(role: NonNullable<NearMatch['role']>, label: string, range: SourceRange): Omit<Part, 'apply'> {
  return {
    key: `label ${role.range.start} ${label}`,
    words: ['give ClusterRole ', { code: role.name }, ' the label ', { code: label }, ` in ${lineInWords(range)}`],
  }
}

function split(label: string): readonly [key: string, value: string] {
  const at = label.indexOf(': ')
  return [label.slice(0, at), label.slice(at + 2)]
}

function mendSubject(mismatch: Mismatch, { subject }: NearMatch, asked: Attributes): Part | undefined {
  const { cause, instead, has, range } = mismatch
  if (subject === undefined || instead === undefined) return undefined
  const place = subject.range
  switch (cause) {
    case 'misspelt':
    case 'case':
    case 'other-namespace':
      return replacing(range, has[0] ?? '', instead)
    case 'no-namespace':
      return {
        key: `namespace ${place.start}`,
        words: ['write namespace: ', { code: instead }, ` for the service account in ${lineInWords(place)}`],
        apply: (editor) => editor.edit(place, [], (tree, node) => pair(tree, node, 'namespace', instead, 'name')),
      }
    case 'other-kind': {
      const wanted: SubjectName | undefined =
        instead === 'Group' ? subjectOfGroup(subject.name) : subjectFor(asked.user)
      if (wanted === undefined) return undefined
      return {
        key: `subject ${place.start}`,
        words: [
          `make the subject in ${lineInWords(place)} the ${instead} `,
          { code: wanted.name },
          ...(wanted.namespace === '' ? [] : [' of namespace ', { code: wanted.namespace }]),
        ],
        apply: (editor) => setSubject(editor, place, subject, wanted),
      }
    }
    default:
      return undefined
  }
}

/** Changes a subject field by field. */
function setSubject(
  editor: PolicyEditor,
  place: SourceRange,
  before: Pick<Subject, 'namespace'>,
  { kind, name, namespace }: SubjectName,
): boolean {
  const set = (field: string, value: string) =>
    editor.edit(place, [field], (tree, node) => scalar(tree, node, value)) ||
    editor.edit(place, [], (tree, node) => pair(tree, node, field, value))
  const drop = (field: string) =>
    editor.edit(place, [], (tree, node) => (node.kind === 'mapping' ? removePair(tree, node, field) : undefined))
  const account = kind === 'ServiceAccount'
  return (
    set('kind', kind) &&
    set('name', name) &&
    (account ? drop('apiGroup') || !editor.has(place, ['apiGroup']) : set('apiGroup', RBAC_GROUP)) &&
    (account ? set('namespace', namespace) : before.namespace === '' || drop('namespace'))
  )
}

function pair(tree: SourceTree, node: TreeNode, key: string, value: YamlValue, after?: string): Edits {
  return node.kind === 'mapping' ? addPair(tree, node, key, value, after) : undefined
}

/**
 * The edit by which a rule that fits in all but one part covers the check, too. Undefined where the rule is not written in the
 * policy, or the part is none that a list of the rule has.
 */
export function extending(near: NearMatch, asked: Attributes): Part | undefined {
  const [mismatch, ...others] = near.mismatches
  const { rule } = near
  if (mismatch === undefined || others.length > 0 || rule === undefined || rule.range.source !== 'policy')
    return undefined
  if (mismatch.cause === 'no-label') return newLabel(mismatch, near)
  const line = lineInWords(rule.range)
  if (mismatch.dimension === 'name' && (mismatch.cause === 'no-name' || mismatch.cause === 'any-name')) {
    return {
      key: `unname ${rule.range.start}`,
      words: ['take ', { code: 'resourceNames' }, ` out of the rule in ${line}, so that it is for every name`],
      apply: (editor) =>
        editor.edit(rule.range, [], (tree, node) =>
          node.kind === 'mapping' ? removePair(tree, node, 'resourceNames') : undefined,
        ),
    }
  }
  const field = LIST_OF[mismatch.dimension]
  if (field === undefined) return undefined
  const value = mismatch.asked
  if (mismatch.dimension === 'name' && asked.name === '') return undefined
  return {
    key: `add ${rule.range.start} ${field} ${value}`,
    words: ['add ', shown(value), ` to the ${NOUN_OF[field]} of the rule in ${line}`],
    apply: (editor) => addTo(editor, rule.range, [field], value),
  }
}

/** The rule of a near match after {@link extending}; as it is where another object is edited. */
export function extendedRule({ mismatches: [mismatch], rule }: NearMatch): Rule | undefined {
  if (mismatch === undefined || rule === undefined) return undefined
  const field = LIST_OF[mismatch.dimension]
  return field === undefined ? rule : { ...rule, [field]: [...rule[field], mismatch.asked] }
}

const LIST_OF: Readonly<Partial<Record<Mismatch['dimension'], keyof Rule>>> = {
  verb: 'verbs',
  apiGroup: 'apiGroups',
  resource: 'resources',
  subresource: 'resources',
  name: 'resourceNames',
  path: 'nonResourceURLs',
}

const NOUN_OF: Readonly<Record<keyof Rule, string>> = {
  verbs: 'verbs',
  apiGroups: 'API groups',
  resources: 'resources',
  resourceNames: 'names',
  nonResourceURLs: 'paths',
}

function addTo(editor: PolicyEditor, range: SourceRange, path: NodePath, value: YamlValue): boolean {
  return editor.edit(range, path, (tree, node) => (node.kind === 'sequence' ? addItem(tree, node, value) : undefined))
}

/** One more subject of a binding that is in the policy. */
export function addingSubject(binding: NonNullable<NearMatch['binding']>, subject: SubjectName): Part {
  return {
    key: `subject ${binding.range.start} ${subject.kind} ${subject.namespace}/${subject.name}`,
    words: [
      'add ',
      ...subjectInWords(subject),
      ` to the subjects of ${binding.kind} `,
      { code: binding.name },
      ` in ${lineInWords(binding.range)}`,
    ],
    apply: (editor) => addTo(editor, binding.range, ['subjects'], subjectFields(subject)),
  }
}

/** A new binding of a role that there is. */
export function binding(
  name: string,
  { subject, namespace }: Permissions,
  role: { readonly kind: 'Role' | 'ClusterRole'; readonly name: string },
): Part {
  return {
    key: `bind ${subject.kind} ${subject.namespace}/${subject.name} ${namespace} ${role.kind}/${role.name}`,
    words: [
      `bind ${role.kind} `,
      { code: role.name },
      ' to ',
      ...subjectInWords(subject),
      ' ',
      ...scopeInWords(namespace),
    ],
    apply: (editor) => {
      editor.add([bindingFields(name, namespace, role, subject)])
      return true
    },
  }
}

/** A new role with rules, and its binding. */
export function newRole(name: string, permissions: Permissions, rules: readonly Rule[]): Part {
  const { subject, namespace, checks } = permissions
  const kind = namespace === '' ? 'ClusterRole' : 'Role'
  return {
    key: `new ${kind} ${namespace}/${name}`,
    words: [
      `add ${kind} and ${kind}Binding `,
      { code: name },
      ' for ',
      ...subjectInWords(subject),
      ' ',
      ...scopeInWords(namespace),
    ],
    detail: [
      ', with ',
      ...checks.flatMap((check, at) => [at === 0 ? '' : ', ', ...rulesFor([check]).flatMap(ruleInWords)]),
    ],
    apply: (editor) => {
      editor.add([roleFields(name, namespace, rules), bindingFields(name, namespace, { kind, name }, subject)])
      return true
    },
  }
}
