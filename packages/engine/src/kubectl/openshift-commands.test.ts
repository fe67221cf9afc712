import { describe, expect, it } from 'vitest'
import { readKubectl } from './kubectl.ts'

/** The request of a command, and its errors. */
function read(text: string) {
  const { request, question, diagnostics } = readKubectl(text)
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  return { request: request && { line: `${request.method} ${request.target}`, body: request.body }, question, errors }
}

describe('oc', () => {
  it('has the commands of kubectl, also after a prompt', () => {
    for (const command of [
      'oc get pods -n prod --as=dana',
      '$ oc get pods -n prod --as=dana',
      'sudo oc get pods -n prod',
    ]) {
      expect(read(command).request?.line).toBe('GET /api/v1/namespaces/prod/pods?limit=500')
    }
  })

  it('asks who can do something as the plugin of kubectl does', () => {
    expect(read('oc adm policy who-can list pods -n prod').question).toEqual(
      read('kubectl who-can list pods -n prod').question,
    )
  })

  it.each([
    ['add-role-to-user edit dana -n prod', 'rolebinding edit --clusterrole=edit --user=dana -n prod'],
    ['add-role-to-group view devs ops', 'rolebinding view --clusterrole=view --group=devs --group=ops'],
    ['add-cluster-role-to-user admin dana', 'clusterrolebinding admin --clusterrole=admin --user=dana'],
    ['add-cluster-role-to-group r g --rolebinding-name b', 'clusterrolebinding b --clusterrole=r --group=g'],
    ['add-role-to-user edit -z bot -n ci', 'rolebinding edit --clusterrole=edit --serviceaccount=ci:bot -n ci'],
    ['add-role-to-user r dana --role-namespace=prod -n prod', 'rolebinding r --role=r --user=dana -n prod'],
  ])('adm policy %s makes a binding', (oc, kubectl) => {
    const { request, errors } = read(`oc adm policy ${oc}`)
    expect(errors).toEqual([])
    expect(request).toEqual(read(`kubectl create ${kubectl}`).request)
  })
})
