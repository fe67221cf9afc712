import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredPersistentVolume, StoredPod } from '../../authorizers/index.ts'
import { readObjects } from './read-objects.ts'

function pod(spec: string, more = ''): string {
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  namespace: prod\n${more}spec:\n  nodeName: n1\n  serviceAccountName: runner\n${spec}`
}

function volume(spec: string): string {
  return `apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: pv}\nspec:\n  claimRef: {namespace: prod, name: data}\n${spec}`
}

function only<T>(text: string): T {
  const { objects, diagnostics } = readObjects(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(objects).toHaveLength(1)
  return objects[0] as T
}

/** `resource namespace/name` of each. */
function referencesOf(text: string): readonly string[] {
  return only<StoredPod>(text).references.map(({ resource, namespace, name }) => `${resource} ${namespace}/${name}`)
}

function secretsOf(text: string): readonly string[] {
  return only<StoredPersistentVolume>(text).secrets.map(({ namespace, name }) => `${namespace}/${name}`)
}

/** `severity code line:column` of each. */
function problems(text: string): readonly string[] {
  return readObjects(text).diagnostics.map(({ severity, code, range }) => {
    return `${severity} ${code} ${range.line}:${range.column}`
  })
}

describe('a pod', () => {
  it('refers to its service account, by the old name of the field too', () => {
    expect(referencesOf(pod(''))).toEqual(['serviceaccounts prod/runner'])
    const old = pod('  serviceAccount: old\n').replace('  serviceAccountName: runner\n', '')
    expect(referencesOf(old)).toEqual(['serviceaccounts prod/old'])
    expect(referencesOf(pod('  serviceAccount: old\n'))).toEqual(['serviceaccounts prod/runner'])
  })

  it('refers to the sources of environment variables of all three kinds of containers', () => {
    for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
      const text = pod(`  ${list}:
  - name: c
    envFrom: [{secretRef: {name: s1}}, {configMapRef: {name: m1}}]
    env:
    - {name: A, valueFrom: {secretKeyRef: {name: s2, key: k}}}
    - {name: B, valueFrom: {configMapKeyRef: {name: m2, key: k}}}
    - {name: C, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
`)
      expect(referencesOf(text).slice(1)).toEqual([
        'secrets prod/s1',
        'configmaps prod/m1',
        'secrets prod/s2',
        'configmaps prod/m2',
      ])
    }
  })

  it.each([
    ['azureFile: {secretName: s}', 'secrets prod/s'],
    ['cephfs: {secretRef: {name: s}}', 'secrets prod/s'],
    ['cinder: {secretRef: {name: s}}', 'secrets prod/s'],
    ['flexVolume: {secretRef: {name: s}}', 'secrets prod/s'],
    ['rbd: {secretRef: {name: s}}', 'secrets prod/s'],
    ['scaleIO: {secretRef: {name: s}}', 'secrets prod/s'],
    ['iscsi: {secretRef: {name: s}}', 'secrets prod/s'],
    ['storageos: {secretRef: {name: s}}', 'secrets prod/s'],
    ['csi: {nodePublishSecretRef: {name: s}}', 'secrets prod/s'],
    ['secret: {secretName: s}', 'secrets prod/s'],
    ['projected: {sources: [{secret: {name: s}}]}', 'secrets prod/s'],
    ['projected: {sources: [{configMap: {name: m}}]}', 'configmaps prod/m'],
    ['configMap: {name: m}', 'configmaps prod/m'],
    ['persistentVolumeClaim: {claimName: c}', 'persistentvolumeclaims prod/c'],
    ['ephemeral: {volumeClaimTemplate: {}}', 'persistentvolumeclaims prod/web-v'],
  ])('refers by a volume from %s to %s', (source, reference) => {
    expect(referencesOf(pod(`  volumes: [{name: v, ${source}}]\n`))[1]).toBe(reference)
  })

  it('refers to claims that it names, and to those that its status says were made for it', () => {
    const text = pod(`  resourceClaims:
  - {name: a, resourceClaimName: named}
  - {name: b, resourceClaimTemplateName: t}
  - {name: c, resourceClaimTemplateName: t}
status:
  resourceClaimStatuses: [{name: b, resourceClaimName: made}]
  extendedResourceClaimStatus: {resourceClaimName: extended}
`)
    expect(referencesOf(text).slice(1)).toEqual([
      'resourceclaims prod/named',
      'resourceclaims prod/made',
      'resourceclaims prod/extended',
    ])
  })

  it('that is a mirror pod refers to nothing, and is on its node all the same', () => {
    const text = pod('', '  annotations: {kubernetes.io/config.mirror: ""}\n')
    expect(only<StoredPod>(text)).toMatchObject({ references: [], node: { name: 'n1' } })
  })

  it('is in the namespace default when it names none', () => {
    expect(only<StoredPod>(pod('').replace('  namespace: prod\n', '')).namespace).toBe('default')
  })

  it('points at the place of each name', () => {
    const text = pod('  volumes: [{name: v, secret: {secretName: "s"}}]\n')
    const { node, references, nameSpan } = only<StoredPod>(text)
    const at = (span: { start: number; end: number } | undefined) => text.slice(span?.start, span?.end)
    expect([at(nameSpan), at(node?.span), ...references.map(({ span }) => at(span))]).toEqual([
      'web',
      'n1',
      'runner',
      '"s"',
    ])
  })
})

describe('a persistent volume', () => {
  it('finds secrets in the namespace of the reference, else in that of the claim', () => {
    expect(secretsOf(volume('  cephfs: {secretRef: {name: s, namespace: other}}'))).toEqual(['other/s'])
    for (const source of ['cephfs', 'flexVolume', 'rbd', 'scaleIO', 'iscsi'])
      expect(secretsOf(volume(`  ${source}: {secretRef: {name: s}}`))).toEqual(['prod/s'])
    expect(secretsOf(volume('  azureFile: {secretName: s}'))).toEqual(['prod/s'])
    expect(secretsOf(volume('  azureFile: {secretName: s, secretNamespace: other}'))).toEqual(['other/s'])
  })

  it('looks in no namespace at all for the secret of a source that must name one and does not', () => {
    for (const source of ['cinder', 'storageos'])
      expect(secretsOf(volume(`  ${source}: {secretRef: {name: s}}`))).toEqual(['/s'])
  })

  it('shares the secrets of a CSI driver that a kubelet needs, and no others', () => {
    const csi = ['controllerPublish', 'controllerExpand', 'nodePublish', 'nodeStage', 'nodeExpand']
    const refs = csi.map((one) => `${one}SecretRef: {name: ${one.toLowerCase()}, namespace: x}`).join(', ')
    expect(secretsOf(volume(`  csi: {${refs}}`))).toEqual(['x/nodepublish', 'x/nodestage', 'x/nodeexpand'])
  })

  it('shares nothing without a claim', () => {
    expect(secretsOf(volume('  rbd: {secretRef: {name: s}}').replace(/ {2}claimRef.*\n/, ''))).toEqual([])
  })
})

describe('which objects are read', () => {
  it('reads attachments and slices of every served version, and the items of lists', () => {
    const slice = (version: string) =>
      `- {apiVersion: resource.k8s.io/${version}, kind: ResourceSlice, metadata: {name: ${version}}, spec: {nodeName: n1}}\n`
    const text = `kind: List\napiVersion: v1\nitems:\n${['v1', 'v1beta1', 'v1beta2'].map(slice).join('')}- {apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: va}, spec: {nodeName: n2}}\n`
    expect(readObjects(text).objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'ResourceSlice v1',
      'ResourceSlice v1beta1',
      'ResourceSlice v1beta2',
      'VolumeAttachment va',
    ])
    const pods = '{"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a"},"spec":{"nodeName":"n1"}}]}'
    expect(readObjects(pods).objects).toHaveLength(1)
  })

  it('names the others, without an error', () => {
    const text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n---\napiVersion: example.com/v1\nkind: Pod\n'
    const { notRead, objects } = readObjects(text)
    expect(objects).toEqual([])
    expect(notRead.map(({ kind, name, range }) => `${kind} ${name} ${range.line}`)).toEqual(['Secret s 2', 'Pod  6'])
    expect(problems(text)).toEqual(['note not-read 2:7', 'note not-read 6:7'])
  })

  it('says why pod certificate requests and roles are not read', () => {
    const messageOf = (text: string) => readObjects(text, '1.36').diagnostics[0]?.message
    expect(messageOf('apiVersion: certificates.k8s.io/v1beta1\nkind: PodCertificateRequest')).toContain(
      'off by default',
    )
    expect(messageOf('apiVersion: rbac.authorization.k8s.io/v1\nkind: Role')).toContain('read from the policy')
  })

  it('lets the last count of objects with one name', () => {
    const text = `${pod('')}\n---\n${pod('').replace('nodeName: n1', 'nodeName: n2')}`
    expect(only<StoredPod>(text).node?.name).toBe('n2')
    expect(problems(text)).toEqual(['warning duplicate-object 4:9'])
  })
})

describe('an error in a text', () => {
  it.each([
    ['a number where a name is needed', pod('').replace('nodeName: n1', 'nodeName: 5'), 'error number-not-string 7:13'],
    ['a key given twice', pod('  nodeName: n2\n'), 'error duplicate-key 9:3'],
    ['a key given twice in a field that is not read', pod('  affinity: {a: 1, a: 2}\n'), 'error duplicate-key 9:20'],
    ['no name', pod('').replace('  name: web\n', ''), 'error missing-name 3:1'],
    ['another version', pod('').replace('v1', 'v2'), 'error wrong-api-version 1:13'],
    ['another group', pod('').replace('v1', 'apps/v1'), 'error wrong-api-version 1:13'],
    ['a kind in another case', pod('').replace('Pod', 'pod'), 'error unknown-kind 2:7'],
    ['a kind in the plural', pod('').replace('Pod', 'Pods'), 'error unknown-kind 2:7'],
    ['no kind', pod('').replace('kind: Pod\n', ''), 'error missing-kind 1:13'],
    ['no version', pod('').replace('apiVersion: v1\n', ''), 'error missing-api-version 1:7'],
    ['a single volume that is not a list', pod('  volumes: {name: v}\n'), 'error list-expected 9:12'],
  ])('is reported with its place: %s', (_, text, problem) => {
    expect(problems(text)).toContain(problem)
    expect(readObjects(text).objects).toEqual([])
    for (const { severity, fix } of readObjects(text).diagnostics) if (severity === 'error') expect(fix).toBeTruthy()
  })

  it('reports broken YAML, and reads the documents around it', () => {
    const { objects, diagnostics } = readObjects(`${pod('')}\n---\nkind: [\n---\n${volume('')}`)
    expect(objects.map(({ kind }) => kind)).toEqual(['Pod', 'PersistentVolume'])
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })

  it('is a warning for a misspelt field that would connect an object to a node', () => {
    const slip = (text: string) => readObjects(text).diagnostics.find(({ code }) => code === 'misspelt-field')?.fix
    expect(slip(pod('').replace('nodeName', 'nodename'))).toBe('Did you mean “nodeName”?')
    expect(slip(pod('  volumes: [{name: v, secret: {secretname: s}}]\n'))).toBe('Did you mean “secretName”?')
    expect(slip(pod('  containers: [{name: c, envfrom: []}]\n'))).toBe('Did you mean “envFrom”?')
    expect(slip(pod('  volume: []\n'))).toBe('Did you mean “volumes”?')
  })

  it('ignores the other fields of a pod, even those that look like one that is read', () => {
    const text = pod(
      '  restartPolicy: 7\n  whatever: {}\n  nodeSelector: {a: b}\n  hostname: web\nstatus: {phase: Running}\n',
    )
    expect(problems(text)).toEqual([])
  })

  it('hints at pods that connect nothing to a node, or omit fields that admission would write', () => {
    expect(problems(pod('').replace('  nodeName: n1\n', ''))).toEqual(['note no-node 4:9'])
    expect(problems(pod('').replace('  serviceAccountName: runner\n', ''))[0]).toMatch(/^note no-service-account /)
  })

  it('hints at volumes with several sources, and at claims without a namespace', () => {
    const several = pod('  volumes: [{name: v, secret: {secretName: s}, configMap: {name: m}}]\n')
    expect(problems(several).map((problem) => problem.split(' ')[1])).toEqual(['several-sources'])
    expect(problems(volume('').replace('namespace: prod, ', '')).map((problem) => problem.split(' ')[1])).toEqual([
      'claim-without-namespace',
    ])
  })
})

describe('any text', () => {
  const FRAGMENT = fc.constantFrom(
    ...[
      'apiVersion: v1\n',
      'kind: Pod\n',
      'kind: List\nitems:\n',
      'metadata: {name: a}\n',
      'spec:\n',
      '  nodeName: n\n',
    ],
    ...['  volumes:\n', '  - name: v\n', '    secret: {secretName: s}\n', '<<: *a\n', '&a ', '*a', '---\n', '- ', '  '],
    ...['"', "'", '{', '}', '[', ']', ': ', '\t', '\0', '\ud800', '__proto__: {}\n', 'null', '|\n'],
  )

  it('is read without throwing, and every place is in it', () => {
    fc.assert(
      fc.property(fc.array(FRAGMENT, { maxLength: 40 }), (fragments) => {
        const text = fragments.join('')
        const { diagnostics, objects } = readObjects(text)
        for (const { range } of diagnostics) expect(range.end).toBeLessThanOrEqual(text.length)
        for (const { span } of objects) expect(span.end).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 300 },
    )
  })

  it('may name objects as JavaScript names its own properties', () => {
    const text = pod('').replace('name: web', 'name: __proto__').replace('n1', 'constructor')
    expect(only<StoredPod>(text)).toMatchObject({ name: '__proto__', node: { name: 'constructor' } })
  })
})
