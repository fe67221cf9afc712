import type { ReadRequest } from '../http/index.ts'
import { type KubectlCommands, readBy } from './commands.ts'
import { readCreate } from './create-commands.ts'
import { CREATE, FILES, PRINT, RECORD } from './flags.ts'
import type { RawReading } from './raw.ts'
import { kubectlReader } from './reader.ts'

/** What reads the commands that create something, but for roles and bindings. */
export const CREATING: KubectlCommands = {
  ...readBy((call) => readCreate(call), {
    create: `${CREATE} ${FILES} ${RECORD} edit! raw selector,l windows-line-endings!`,
    'create configmap': `${CREATE} append-hash! from-env-file from-file from-literal`,
    'create cronjob': `${CREATE} image restart schedule`,
    'create deployment': `${CREATE} image port replicas,r`,
    'create ingress': `${CREATE} annotation class default-backend rule`,
    'create job': `${CREATE} from image`,
    'create namespace': CREATE,
    'create poddisruptionbudget': `${CREATE} max-unavailable min-available selector`,
    'create priorityclass': `${CREATE} description global-default! preemption-policy value`,
    'create quota': `${CREATE} hard scopes`,
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
}

const read = kubectlReader(CREATING)

/** Reads the commands of this family alone (`kubectlFamily`), as `readRequest` does, and without advice. */
export function readKubectlCreating(text: string, rawReading: () => RawReading): ReadRequest {
  return read(text, rawReading)
}
