import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.ts'

const binding = (role: string, subject: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ${subject}}]
`

describe('bindings of one name', () => {
  it('are the last one after both were applied', () => {
    const { bindings, diagnostics } = readPolicy([binding('view', 'jane'), binding('view', 'bob')].join('---\n'))
    expect(bindings.map(({ subjects }) => subjects.map(({ name }) => name))).toEqual([['bob']])
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('cannot change their role, in the words of 1.36, and the first is left', () => {
    const { bindings, diagnostics } = readPolicy([binding('view', 'jane'), binding('edit', 'bob')].join('---\n'), {
      version: '1.36',
    })
    expect(bindings).toMatchObject([{ roleRef: { name: 'view' } }])
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'changed-role-ref',
        message: expect.stringContaining('line 3'),
        range: { line: 10 },
        detail:
          'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"edit"}: cannot change roleRef',
      },
    ])
  })

  it('cannot change an immutable field, in the words of 1.37', () => {
    const { diagnostics } = readPolicy([binding('view', 'jane'), binding('edit', 'bob')].join('---\n'), {
      version: '1.37',
    })
    expect(diagnostics.map(({ detail }) => detail)).toContain(
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"edit"}: field is immutable',
    )
  })
})

describe('a text with more errors than are listed', () => {
  const errorsOf = (text: string) => readPolicy(text).diagnostics.filter(({ severity }) => severity === 'error')

  it.each([
    [
      'all of bindings to other roles',
      Array.from({ length: 1200 }, (_, at) => binding(`r${at}`, 'jane')).join('---\n'),
    ],
    [
      'all but one of broken documents',
      [binding('view', 'a'), binding('edit', 'b'), '---x\n'.repeat(1100)].join('---\n'),
    ],
  ])('is read nevertheless: %s', (_, text) => {
    const errors = errorsOf(text)
    expect(errors).toHaveLength(1001)
    expect(errors.at(-1)).toMatchObject({ code: 'too-many-errors' })
  })
})

describe('the longer error messages of upstream', () => {
  const detailsOf = (text: string) => readPolicy(text).diagnostics.flatMap(({ detail = [] }) => detail)

  it('explain a text that begins like JSON and is not JSON', () => {
    expect(detailsOf('{apiVersion: [}')).toEqual([
      "json: offset 2: invalid character 'a' looking for beginning of object key string",
    ])
    expect(detailsOf('{"a": "é\\q')).toEqual(["json: offset 11: invalid character 'q' in string escape code"])
    expect(detailsOf('{"a": 1')).toEqual(['unexpected EOF'])
  })

  it('explain a text that is not a time', () => {
    const at = (time: string) =>
      detailsOf(`${binding('view', 'jane').replace('name: b', `name: b, creationTimestamp: "${time}"`)}`)[0]
    expect(at('now')).toBe('parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"')
    expect(at('2026-13-01T00:00:00Z')).toBe('parsing time "2026-13-01T00:00:00Z": month out of range')
    expect(at('2026-02-30T00:00:00Z')).toBe('parsing time "2026-02-30T00:00:00Z": day out of range')
    expect(at('2026-02-03T00:00:00Zx')).toBe('parsing time "2026-02-03T00:00:00Zx": extra text: "x"')
  })
})
