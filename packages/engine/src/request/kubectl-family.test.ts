import { describe, expect, it } from 'vitest'
import {
  CHANGING,
  COMPUTING,
  CONNECTING,
  CREATING,
  GRANTING,
  kubectlFamily,
  LOOKING,
  RAW_READING,
  readKubectlLooking,
  STARTING,
} from '../kubectl/index.ts'
import { readRequest } from './read-request.ts'

const FAMILIES = {
  looking: LOOKING,
  changing: CHANGING,
  computing: COMPUTING,
  connecting: CONNECTING,
  creating: CREATING,
  granting: GRANTING,
  starting: STARTING,
}

describe('the family of a command', () => {
  it.each(
    Object.entries(FAMILIES).flatMap(([family, readers]) => Object.keys(readers).map((command) => [command, family])),
  )('%s is read among the %s ones', (command, family) => {
    expect(kubectlFamily(`kubectl ${command} x`)).toBe(family)
    // What is created follows, perhaps behind flags.
    expect(kubectlFamily(`kubectl ${command}`)).toBe(command === 'create' ? undefined : family)
  })

  it.each([
    'kubectl -n prod get pods',
    'kubectl -nprod get pods',
    "kubectl --as system:serviceaccount:prod:sa --as-group='a b' --as-group devs  get pods",
    'kubectl --as "" --context=a --namespace delete get pods',
    'kubectl \\\n  --as jane \\\n  -n \\\n prod \\\r\n  rollout \\\n  status deployment/web',
  ])('shows behind flags: %s', (text) => {
    expect(kubectlFamily(text)).toBe('looking')
    expect(readKubectlLooking(text, () => RAW_READING)).toEqual(readRequest({ form: 'kubectl', text }))
  })

  it.each([
    'kubectl --as "$USER" get pods',
    'kubectl --as jane\\ doe get pods',
    'kubectl --watch get pods',
    'kubectl -n',
    'kubectl create --as jane role x',
    'kubectl create -f -',
    'kubectl -n get',
    'kubectl rollout',
    'kubectl rollout -n prod status x',
    'kubectl top-pod',
    'kubectl',
    'get pods',
    'kubectl constructor',
    '',
    'kubectl get-pods',
  ])('does not show at a glance: %s', (text) => {
    expect(kubectlFamily(text)).toBeUndefined()
  })
})
