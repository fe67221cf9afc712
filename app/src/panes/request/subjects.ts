import type { SubjectName } from '@authz-playground/engine'
import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountGroups,
  serviceAccountUsername,
} from '@authz-playground/engine/internal/kube'
import { useState } from 'react'
import { playground, workerApi } from '../../session/index.ts'
import type { FieldChoice } from './choices.ts'

export interface Subjects {
  readonly all: readonly SubjectName[]
  /** Reads them from the policy. Called when a field that proposes them gets the focus. */
  load(): void
}

/** The subjects that the policy names. */
export function useSubjects(): Subjects {
  const [all, setAll] = useState<readonly SubjectName[]>([])
  return {
    all,
    load: () => {
      // Without them the fields take any name, as always.
      workerApi()
        .subjects(playground.getState().scenario.policy)
        .then(setAll, () => undefined)
    },
  }
}

/** The users and service accounts as choices for a username. */
export function usernameChoices(subjects: readonly SubjectName[]): readonly FieldChoice[] {
  return subjects.flatMap(({ kind, namespace, name }): readonly FieldChoice[] => {
    if (kind === 'User') return [{ value: name, detail: kind }]
    if (kind !== 'ServiceAccount' || namespace === '') return []
    const aliases = [name, `${namespace}/${name}`]
    return [{ value: serviceAccountUsername({ namespace, name }), detail: kind, aliases }]
  })
}

const [SERVICE_ACCOUNTS = ''] = serviceAccountGroups('')

/** The groups among them, and then those that every API server knows. */
export function offeredGroups(subjects: readonly SubjectName[]): readonly string[] {
  const named = subjects.flatMap(({ kind, name }) => (kind === 'Group' ? [name] : []))
  return [...new Set([...named, ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, SERVICE_ACCOUNTS, SYSTEM_PRIVILEGED_GROUP])]
}
