import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { DEFAULT_ROLES, MADE_FROM } from './default-roles-1.36.ts'

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

it('was made from the code that the oracle runs', () => {
  const version = /^\s*(?:require )?(k8s\.io\/kubernetes v\S+)/m.exec(
    read('../../../../conformance/oracle/go.mod'),
  )?.[1]
  expect(MADE_FROM).toBe(version)
  expect(JSON.parse(read('../../authorizers/node/node-rules.json'))).toMatchObject({ madeFrom: version })
})
