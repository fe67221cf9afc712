import { describe, expect, it } from 'vitest'
import { BINDING, ROLE, runArguments } from './testing.ts'

const REQUEST = ['--user', 'deputy', '--as', 'jane', '--request', 'GET /api/v1/namespaces/prod/pods']
const run = (files: Readonly<Record<string, string>>, policy = 'rbac') =>
  runArguments(['run', '--policy', policy, ...REQUEST], files)

const KUSTOMIZATION = 'namePrefix: x-\nresources: [role.yaml, binding.yaml]\n'
const CHART = {
  'rbac/Chart.yaml': 'apiVersion: v2\nname: x\nversion: 0.1.0\n',
  'rbac/templates/role.yaml': '{{- if .Values.rbac }}\nkind: Role\n{{- end }}\n',
  'rbac/values.yaml': 'rbac: true\n',
}

describe('a folder', () => {
  it('is read around a kustomization, which is named', async () => {
    const files = { 'rbac/role.yaml': ROLE, 'rbac/binding.yaml': BINDING, 'rbac/kustomization.yaml': KUSTOMIZATION }
    const { status, out, err } = await run(files)
    expect(out).toContain('200: ')
    expect(err).toBe(
      'rbac/kustomization.yaml: note: This kustomization was not read: the names, namespaces and patches in it are not applied. Use the output of kubectl kustomize rbac/ instead.\n',
    )
    expect(status).toBe(0)
  })

  it('is read around a chart, whose templates need helm template', async () => {
    const { out, err } = await run({ ...CHART, 'rbac/crds/role.yaml': ROLE, 'rbac/crds/binding.yaml': BINDING })
    expect(out).toContain('200: ')
    expect(err.split('\n')).toEqual([
      'rbac/templates/: warning: These templates of a Helm chart were not read: their objects are missing here. Use the output of helm template rbac/ instead.',
      'rbac/Chart.yaml: note: This description of a Helm chart was not read. Use the output of helm template rbac/ instead.',
      'rbac/values.yaml: note: These values of a Helm chart were not read. Use the output of helm template rbac/ instead.',
      '',
    ])
  })

  it('that is a chart alone is refused with the command that renders it', async () => {
    const { status, out, err } = await run(CHART)
    expect(err).toContain(
      'rbac: error: This folder holds only files that kustomize or Helm reads, goals or designs. Pipe the output',
    )
    expect(err).toContain('Use the output of helm template rbac/ instead.')
    expect([status, out]).toEqual([2, ''])
  })

  it('is named so where a link is made of it', async () => {
    const files = { 'rbac/role.yaml': ROLE, 'rbac/kustomization.yaml': KUSTOMIZATION }
    const { err } = await runArguments(
      ['link', '--base', 'https://example.org/', '--policy', 'rbac', ...REQUEST],
      files,
    )
    expect(err).toContain('rbac/kustomization.yaml: note: ')
  })
})

describe('a file that is named itself', () => {
  it.each([
    ['rbac/kustomization.yaml', KUSTOMIZATION, 'error: This is a kustomization, not an object'],
    ['rbac/Chart.yaml', CHART['rbac/Chart.yaml'], 'error: This is the description of a Helm chart, not an object'],
    ['rbac/templates/role.yaml', CHART['rbac/templates/role.yaml'], 'error: This is a Helm template'],
    ['rbac/values.yaml', CHART['rbac/values.yaml'], 'note: This is the name of a file with values of a Helm chart'],
  ])('is read, and refused: %s', async (path, text, said) => {
    const { status, err } = await run({ [path]: text }, path)
    expect(err).toContain(said)
    expect(err).toContain(': error: ')
    expect(status).toBe(2)
  })
})
