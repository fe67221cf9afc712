import { readPolicy } from '@authz-playground/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appended, joinedFiles } from './joined-documents.ts'

test('documents are put one after the other with a separator between them', () => {
  expect(appended('kind: Role', 'kind: RoleBinding\n')).toBe('kind: Role\n---\nkind: RoleBinding\n')
})

test('no second separator comes where there is one', () => {
  expect(appended('kind: Role\n---\n', 'kind: RoleBinding\n')).toBe('kind: Role\n---\nkind: RoleBinding\n')
  expect(appended('kind: Role\n', '# mine\n---\nkind: RoleBinding\n')).toBe(
    'kind: Role\n# mine\n---\nkind: RoleBinding\n',
  )
})

test('lines end as they do in the policy', () => {
  expect(appended('kind: Role\r\n', 'kind: RoleBinding')).toBe('kind: Role\r\n---\r\nkind: RoleBinding')
})

const files = (...texts: readonly string[]) => texts.map((text, index) => ({ name: `${index}.yaml`, text }))

test('each of several files comes after its name', () => {
  expect(joinedFiles(files('kind: Role\n', '---\nkind: RoleBinding\n'))).toBe(
    '# file: 0.yaml\nkind: Role\n# file: 1.yaml\n---\nkind: RoleBinding\n',
  )
})

test('one file is as it was', () => {
  expect(joinedFiles(files('kind: Role\n'))).toBe('kind: Role\n')
})

test('empty files add nothing, their names neither', () => {
  expect(joinedFiles(files('', 'kind: Role\n', ' \n', 'kind: Role\n'))).toBe(
    '# file: 1.yaml\nkind: Role\n---\n# file: 3.yaml\nkind: Role\n',
  )
  expect(joinedFiles(files('', 'kind: Role\n'))).toBe('kind: Role\n')
  expect(joinedFiles([])).toBe('')
})

test('no name of a file is read as a policy', () => {
  const name = 'a\nkind: Role\r\u0085kind: Role\u2028kind: Role'
  const both = ['1', '2'].map((text) => ({ name, text: `# ${text}\n` }))
  expect(
    joinedFiles(both)
      .split(/[\n\r\u0085\u2028]/)
      .filter((line) => line.startsWith('kind')),
  ).toEqual([])
})

test('every role of every file is read', () => {
  const role = (name: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\nrules: []`
  const dress = fc.constantFrom(
    (text: string) => text,
    (text: string) => `${text}\n`,
    (text: string) => `---\n${text}\n`,
    (text: string) => `${text}\n---\n`,
    (text: string) => `${text}\n---`,
    (text: string) => `# a comment\n\n---\n${text}`,
  )
  fc.assert(
    fc.property(fc.array(dress, { minLength: 1, maxLength: 5 }), (dresses) => {
      const { roles, diagnostics } = readPolicy(
        joinedFiles(files(...dresses.map((dressed, index) => dressed(role(`r${index}`))))),
      )
      expect(roles.map(({ name }) => name)).toEqual(dresses.map((_, index) => `r${index}`))
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    }),
  )
})
