import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.ts'

/** Half of it RBAC, half of it what breaks YAML. */
const FRAGMENT = fc.constantFrom(
  ...[
    'apiVersion: rbac.authorization.k8s.io/v1\n',
    'kind: Role\n',
    'kind: ClusterRoleBinding\n',
    'kind: List\nitems:\n',
    'metadata:\n',
  ],
  ...[
    '  name: a\n',
    '  labels: {a: b}\n',
    'rules:\n',
    '- verbs: [get]\n',
    '  resources: ["*"]\n',
    'roleRef: {kind: Role, name: x}\n',
  ],
  ...[
    'subjects:\n',
    '- kind: User\n',
    '---\n',
    '...\n',
    '\n',
    '  ',
    '\t',
    ': ',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '#',
    '|\n',
  ],
  ...[
    '&a ',
    '*a',
    '<<: ',
    '!!int ',
    '%',
    '\0',
    '\ud800',
    '\ufeff',
    '\r',
    '{"kind": "Role"}',
    'no',
    '12',
    '~',
    '__proto__: ',
  ],
)
const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(FRAGMENT, { maxLength: 40 }).map((fragments) => fragments.join('')),
)

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/[/%]|^\.{1,2}$/.test(text))
const texts = (min: number) =>
  fc.array(fc.oneof(fc.constantFrom('*', '', 'no', '12', '~', '<<', 'a: b', '- c', '#'), name), {
    minLength: min,
    maxLength: 3,
  })
const labels = fc.dictionary(fc.constantFrom('a', 'b.c/d', 'E_f', 'no', '12'), fc.constantFrom('', 'x', '1-2', 'yes'))
const metadata = fc.record({ name, labels })
const rule = fc.oneof(
  fc.record({ verbs: texts(1), apiGroups: texts(1), resources: texts(1), resourceNames: texts(0) }),
  fc.record({ verbs: texts(1), nonResourceURLs: texts(1) }),
)
const subject = fc.oneof(
  fc.record({ kind: fc.constantFrom('User', 'Group'), name }),
  fc.record({
    kind: fc.constant('ServiceAccount'),
    name: fc.constantFrom('sa', 'a.b-1'),
    namespace: fc.constantFrom('ns', 'N s'),
  }),
)
const apiVersion = fc.constant('rbac.authorization.k8s.io/v1')
const role = fc.record({
  apiVersion,
  kind: fc.constant('ClusterRole'),
  metadata,
  rules: fc.array(rule, { maxLength: 3 }),
})
const binding = fc.record({
  apiVersion,
  kind: fc.constant('ClusterRoleBinding'),
  metadata,
  roleRef: fc.record({ apiGroup: fc.constant('rbac.authorization.k8s.io'), kind: fc.constant('ClusterRole'), name }),
  subjects: fc.array(subject, { maxLength: 3 }),
})
/** No two have one kind and name: the later of two such objects replaces the earlier. */
const objects = fc.uniqueArray(fc.oneof(role, binding), {
  minLength: 1,
  maxLength: 4,
  selector: ({ kind, metadata: { name } }) => `${kind} ${name}`,
})

/** A text in double quotes, with escapes that YAML 1.1 and JSON both know where they can be. */
function quoted(text: string): string {
  const escaped = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  }
  return `"${text.replace(/[^ !#-[\]-~]/gu, escaped)}"`
}

/** Block style, as kubectl prints objects: dashes at the column of the key. */
function block(value: unknown, indent: string): string {
  if (typeof value === 'string') return ` ${quoted(value)}\n`
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n'
    return `\n${value.map((item) => `${indent}-${afterDash(item, indent)}`).join('')}`
  }
  const entries = Object.entries(value as object)
  if (entries.length === 0) return ' {}\n'
  return `\n${entries.map(([key, inner]) => `${indent}${quoted(key)}:${block(inner, Array.isArray(inner) ? indent : `${indent}  `)}`).join('')}`
}

function afterDash(item: unknown, indent: string): string {
  const text = block(item, `${indent}  `)
  return text.startsWith('\n') ? ` ${text.slice(indent.length + 3)}` : text
}

function flow(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  return `{${Object.entries(value as object)
    .map(([key, inner]) => `${quoted(key)}: ${flow(inner)}`)
    .join(', ')}}`
}

type Printer = (all: readonly object[]) => string

const PRINTERS: readonly (readonly [string, Printer])[] = [
  ['YAML documents', (all) => all.map((one) => block(one, '').slice(1)).join('---\n')],
  [
    'YAML documents with Windows line ends',
    (all) =>
      all
        .map((one) => block(one, '').slice(1))
        .join('---\n')
        .replaceAll('\n', '\r\n'),
  ],
  ['a YAML list', (all) => block({ apiVersion: 'v1', items: all, kind: 'List' }, '').slice(1)],
  ['YAML in brackets', (all) => all.map((one) => `${flow(one)}\n`).join('---\n')],
  ['JSON objects', (all) => all.map((one) => JSON.stringify(one)).join('\n')],
  ['a JSON list', (all) => JSON.stringify({ kind: 'List', apiVersion: 'v1', items: all }, null, '\t')],
]

/** What was read, in the form that it was printed from. */
function printable(text: string): unknown {
  const { roles, bindings, diagnostics } = readPolicy(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const head = (one: { readonly kind: string; readonly name: string }) => ({ kind: one.kind, name: one.name })
  return {
    roles: roles.map((one) => ({
      ...head(one),
      labels: Object.fromEntries(one.labels),
      rules: one.rules.map(({ span: _, ...lists }) => lists),
    })),
    bindings: bindings.map((one) => ({
      ...head(one),
      roleRef: head(one.roleRef),
      subjects: one.subjects.map(({ span: _, ...who }) => who),
    })),
  }
}

type Printed = { readonly kind: string; readonly metadata: { readonly name: string; readonly labels: object } } & (
  | { readonly rules: readonly object[] }
  | { readonly roleRef: { readonly kind: string; readonly name: string }; readonly subjects: readonly object[] }
)

function expected(all: readonly Printed[]): unknown {
  const none = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  return {
    roles: all.flatMap((one) =>
      'rules' in one
        ? [{ kind: one.kind, ...one.metadata, rules: one.rules.map((lists) => ({ ...none, ...lists })) }]
        : [],
    ),
    bindings: all.flatMap((one) =>
      'rules' in one
        ? []
        : [
            {
              kind: one.kind,
              name: one.metadata.name,
              roleRef: { kind: one.roleRef.kind, name: one.roleRef.name },
              subjects: one.subjects.map((who) => ({ namespace: '', ...who })),
            },
          ],
    ),
  }
}

describe('any text', () => {
  it('is read, and every problem stands within it', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const { diagnostics, roles, bindings } = readPolicy(text)
        let last = 0
        for (const { range, message, severity } of diagnostics) {
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeLessThanOrEqual(text.length)
          expect(range.start).toBeGreaterThanOrEqual(Math.max(last - 1, 0))
          expect(message).toMatch(/[.?]$/)
          expect(['error', 'warning', 'note']).toContain(severity)
          last = range.start
        }
        for (const { span, nameSpan } of [...roles, ...bindings]) {
          expect(span.end).toBeGreaterThan(span.start)
          expect(nameSpan.start).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('yields no object that has an error inside', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const { diagnostics, roles, bindings } = readPolicy(text)
        const broken = diagnostics.filter(({ severity }) => severity === 'error').map(({ range }) => range)
        for (const { span } of [...roles, ...bindings]) {
          expect(broken.filter(({ start }) => start > span.start && start < span.end)).toEqual([])
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a policy that is printed and read', () => {
  it.each(PRINTERS)('as %s is the same policy', (_, print) => {
    fc.assert(
      fc.property(objects, (all) => {
        expect(printable(print(all))).toEqual(expected(all as readonly Printed[]))
      }),
      { numRuns: 100 },
    )
  })
})
