import { beforeEach, expect, it } from 'vitest'
import { playground } from '../../session/index.ts'
import { takeFiles } from './files.ts'

const WRITTEN = '# written by hand\n'
const ROLE = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules: []\n'

const now = () => playground.getState()
const file = (text: string) => Promise.resolve([{ name: 'a.yaml', file: new File([text], 'a.yaml') }])

beforeEach(() => now().edit({ subject: `test ${performance.now()}`, change: { policy: WRITTEN, schema: WRITTEN } }))

it('a policy in a file replaces the one that somebody wrote, which is kept', async () => {
  await takeFiles(file(ROLE), 'replace', 'policy')
  expect(now().scenario.policy).toBe(ROLE)
  expect(now().replaced?.scenario.policy).toBe(WRITTEN)
})

it('a file that is appended replaces nothing', async () => {
  const { replaced } = now()
  await takeFiles(file(ROLE), 'append', 'policy')
  expect(now().scenario.policy).toContain(WRITTEN)
  expect(now().replaced).toBe(replaced)
})
