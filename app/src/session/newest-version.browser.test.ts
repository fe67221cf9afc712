import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { clusterForOwnPolicy, openEmpty, openExample } from './opening.ts'
import { playground } from './playground.ts'

const NEWEST = KUBERNETES_VERSIONS.at(-1)
const [example] = EXAMPLES.filter(({ scenario }) => scenario.cluster.version !== NEWEST)
if (example === undefined) throw new Error('every example has the newest version')

const version = () => playground.getState().scenario.cluster.version

it('somebody’s own scenario has the newest version, unless they chose another', async () => {
  openExample(example)
  expect(version()).toBe(example.scenario.cluster.version)
  expect((await clusterForOwnPolicy()).version).toBe(NEWEST)
  await openEmpty()
  expect(version()).toBe(NEWEST)
  playground.getState().undo()
  expect(version()).toBe(example.scenario.cluster.version)

  const { cluster } = playground.getState().scenario
  playground.getState().edit({ subject: 'version', change: { cluster: { ...cluster, version: '1.34' } } })
  expect((await clusterForOwnPolicy()).version).toBe('1.34')
  await openEmpty()
  expect(version()).toBe('1.34')
})
