import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readObjects } from '../../cluster/index.ts'
import { type Attributes, attributesFor, type UserInfo } from '../../kube/index.ts'
import { nodeAuthorizer } from './node.ts'

/** A check without its empty fields, and the API server's answer. */
type Asked = Partial<Omit<Attributes, 'user'>> &
  Pick<UserInfo, 'username' | 'groups'> & { readonly decision: string; readonly reason?: string }

interface Case {
  readonly objects: string
  readonly asked: readonly Asked[]
}

const CASES = readFileSync(new URL('./testdata/kubernetes-1.36.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as Case)

function attributesOf({ username, groups, decision: _, reason: __, ...given }: Asked): Attributes {
  return attributesFor(
    { username, groups, uid: '', extra: new Map() },
    { isResourceRequest: given.path === undefined, ...given },
  )
}

describe('like the Node authorizer of kube-apiserver 1.36', () => {
  it('reads the same objects without an error', () => {
    for (const { objects } of CASES) {
      const errors = readObjects(objects, '1.36').diagnostics.filter(({ severity }) => severity === 'error')
      expect({ objects, errors }).toEqual({ objects, errors: [] })
    }
  })

  it('gives the same answers, in the same words', () => {
    expect(CASES.flatMap(({ asked }) => asked).length).toBeGreaterThan(400)
    for (const { objects, asked } of CASES) {
      const authorizer = nodeAuthorizer(readObjects(objects, '1.36'), '1.36')
      for (const one of asked) {
        const { decision, reason } = authorizer.authorize(attributesOf(one))
        expect({ objects, ...one, decision, reason }).toEqual({ objects, reason: '', ...one })
      }
    }
  })

  it('names the objects that connect the requested one to the node', () => {
    const connected = ['secrets', 'configmaps', 'persistentvolumeclaims', 'persistentvolumes', 'resourceclaims']
    const allowed = CASES.flatMap(({ objects, asked }) =>
      asked
        .filter(({ resource = '', decision }) => decision === 'Allow' && connected.includes(resource))
        .map(
          (one) =>
            nodeAuthorizer(readObjects(objects, '1.36'), '1.36').authorize(attributesOf(one)).evidence?.related ?? [],
        ),
    )
    expect(allowed.length).toBeGreaterThan(40)
    for (const related of allowed) expect(related.at(-1)?.kind).toBe('Pod')
  })
})
