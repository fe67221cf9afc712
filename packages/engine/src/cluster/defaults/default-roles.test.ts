import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KUBERNETES_VERSIONS, type KubernetesVersion } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { DEFAULT_ROLES, MADE_FROM } from './default-roles-1.36.ts'
import { defaultRoles } from './default-roles-by-version.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the default roles', () => {
  const { roles, bindings, notRead, diagnostics } = readPolicy(DEFAULT_ROLES, { source: 'default-roles' })

  it('are read without a complaint', () => {
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(notRead).toEqual([])
  })

  it('are those of a cluster: everybody’s, the control plane’s, and the four for people', () => {
    const names = roles.filter(({ kind }) => kind === 'ClusterRole').map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['cluster-admin', 'admin', 'edit', 'view', 'system:discovery']))
    expect(roles.find(({ name }) => name === 'view')?.aggregationRule).toBeDefined()
    expect(bindings.map(({ name }) => name)).toContain('system:public-info-viewer')
  })
})

describe('the default roles of a version', () => {
  const named = (version: KubernetesVersion) => {
    const { roles, bindings } = defaultRoles(version)
    return [...roles, ...bindings].map(({ kind, name }) => `${kind} ${name}`)
  }

  it.each(KUBERNETES_VERSIONS)('%s are read without a complaint, and are whole', (version) => {
    const { text, diagnostics, notRead } = defaultRoles(version)
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(notRead).toEqual([])
    expect(text).toMatch(/^# Default roles and bindings of Kubernetes v1\.3[4-7]\.\d+\.\n---\n/)
    expect(named(version)).toHaveLength({ '1.33': 131, '1.34': 131, '1.35': 131, '1.36': 133, '1.37': 141 }[version])
  })

  it('give every service account the trust bundles from 1.37 on', () => {
    const discovery = 'ClusterRoleBinding system:cluster-trust-bundle-discovery'
    expect(named('1.37')).toContain(discovery)
    expect(named('1.36')).not.toContain(discovery)
    const { bindings } = defaultRoles('1.37')
    expect(bindings.find(({ name }) => name === 'system:cluster-trust-bundle-discovery')?.subjects).toMatchObject([
      { kind: 'Group', name: 'system:serviceaccounts' },
    ])
  })
})

it('was made from the code that the oracle runs', () => {
  const version = /^\s*(?:require )?(k8s\.io\/kubernetes v\S+)/m.exec(
    read('../../../../conformance/oracle/go.mod'),
  )?.[1]
  expect(MADE_FROM).toBe(version)
  expect(JSON.parse(read('../../authorizers/node/node-rules.json'))).toMatchObject({
    madeFrom: expect.arrayContaining([version]),
  })
})
