import { subjectWord } from '../../session/index.ts'
import { TextField } from '../../ui/index.ts'
import { OfferedField } from './Offered.tsx'
import styles from './Questions.module.css'
import { useAskable } from './usePolicyQuestion.ts'

interface SubjectFieldsProps {
  readonly label: string
  readonly word: string
  /** As typed; absent where no groups can be given. */
  readonly groups?: string
  onWord(word: string): void
  onGroups?(groups: string): void
}

/** The fields for a subject, which offer those of the policy. */
export function SubjectFields({ label, word, groups, onWord, onGroups }: SubjectFieldsProps) {
  const { subjects } = useAskable()
  return (
    <>
      <div className={styles.subject}>
        <OfferedField
          label={label}
          value={word}
          offered={subjects.map(subjectWord)}
          placeholder="User/jane, Group/ops, prod/ci"
          onChange={onWord}
        />
      </div>
      {onGroups && <TextField label="Its other groups" value={groups ?? ''} placeholder="none" onChange={onGroups} />}
    </>
  )
}
