import type { PlainUser } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import fields from '../../ui/fields.module.css'
import { LinkButton } from '../../ui/index.ts'
import { namedIn } from './requestor.ts'

/** What a 403 has to do with the users of the request, beside the requestor, with the change where one is known. */
export function UserNote({ user, become }: { readonly user: PlainUser; become(user: PlainUser): void }) {
  const answer = usePlayground(({ answer }) => answer)
  const refused = answer?.trace?.outcome.code === 403
  // The note before stays until the next one is there: what is below it must not jump at each answer.
  const note = useLastAnswer(() => (refused ? workerApi().userNote() : Promise.resolve(null)), [answer])
  if (!refused || !note) return null
  const { message } = note
  if (note.kind === 'groups') {
    const groups = [...(user.groups ?? []), ...note.groups]
    return (
      <p className={fields.note}>
        {shortened(message)} <LinkButton onClick={() => become({ ...user, groups })}>Add</LinkButton>
      </p>
    )
  }
  const { fix, requestor } = note
  return (
    <p className={fields.note}>
      {shortened(message)} {fix !== undefined && shortened(fix)}{' '}
      {requestor !== undefined && (
        <LinkButton onClick={() => become(named(requestor, user))}>Ask as that one</LinkButton>
      )}
    </p>
  )
}

/** The user of this name, with the groups from authentication; a user who is neither a service account nor a node keeps the groups. */
function named(username: string, before: PlainUser): PlainUser {
  return namedIn(username, 'username') ?? { ...before, username }
}
