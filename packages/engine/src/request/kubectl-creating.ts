import { type KubectlCommands, readBy } from './kubectl-commands.ts'
import { readBeside, readCanI, readCreate, readDebug, readRun, readWhoAmI } from './kubectl-create-commands.ts'
import { CHANGE, CREATE, DELETION, FILES, PRINT, RECORD } from './kubectl-flags.ts'
import { kubectlReader } from './kubectl-reader.ts'
import type { ReadRequest } from './request.ts'

/** What reads the commands that create something, be it a review. */
export const CREATING: KubectlCommands = {
  'auth can-i': { flags: 'all-namespaces,A! list! no-headers! quiet,q! subresource', read: readCanI },
  'auth whoami': { flags: PRINT, read: readWhoAmI },
  autoscale: { flags: `${CHANGE} cpu cpu-percent max memory min name save-config!`, read: readBeside },
  ...readBy(readCreate, {
    create: `${CREATE} ${FILES} ${RECORD} edit! raw selector,l windows-line-endings!`,
    'create clusterrole': `${CREATE} aggregation-rule non-resource-url resource resource-name verb`,
    'create clusterrolebinding': `${CREATE} clusterrole group serviceaccount user`,
    'create configmap': `${CREATE} append-hash! from-env-file from-file from-literal`,
    'create cronjob': `${CREATE} image restart schedule`,
    'create deployment': `${CREATE} image port replicas,r`,
    'create ingress': `${CREATE} annotation class default-backend rule`,
    'create job': `${CREATE} from image`,
    'create namespace': CREATE,
    'create poddisruptionbudget': `${CREATE} max-unavailable min-available selector`,
    'create priorityclass': `${CREATE} description global-default! preemption-policy value`,
    'create quota': `${CREATE} hard scopes`,
    'create role': `${CREATE} resource resource-name verb`,
    'create rolebinding': `${CREATE} clusterrole group role serviceaccount user`,
    'create secret docker-registry': `${CREATE} append-hash! docker-email docker-password docker-server docker-username from-file`,
    'create secret generic': `${CREATE} append-hash! from-env-file from-file from-literal type`,
    'create secret tls': `${CREATE} append-hash! cert key`,
    'create service clusterip': `${CREATE} clusterip tcp`,
    'create service externalname': `${CREATE} external-name tcp`,
    'create service loadbalancer': `${CREATE} tcp`,
    'create service nodeport': `${CREATE} node-port tcp`,
    'create serviceaccount': CREATE,
    'create token': `${PRINT} audience bound-object-kind bound-object-name bound-object-uid duration`,
  }),
  debug: {
    flags:
      'arguments-only! attach! container,c copy-to custom env filename,f image image-pull-policy keep-annotations! ' +
      'keep-init-containers! keep-labels! keep-liveness! keep-readiness! keep-startup! profile quiet,q! replace! ' +
      'same-node! set-image share-processes! stdin,i! target tty,t!',
    read: readDebug,
  },
  expose: {
    flags:
      `${CHANGE} cluster-ip external-ip labels,l load-balancer-ip name override-type overrides port protocol save-config! ` +
      'selector session-affinity target-port type',
    read: readBeside,
  },
  run: {
    flags:
      `${CHANGE} ${DELETION} annotations attach! command! detach-keys env expose! image image-pull-policy labels,l ` +
      'leave-stdin-open! override-type overrides pod-running-timeout port privileged! quiet,q! restart rm! save-config! stdin,i! tty,t!',
    read: readRun,
  },
}

const read = kubectlReader(CREATING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlCreating(text: string): ReadRequest {
  return read(text)
}
