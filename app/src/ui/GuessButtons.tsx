import { MARKS, type Marked } from '@authz-playground/pictures'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { MarkShape } from './DecisionMark.tsx'
import styles from './GuessButtons.module.css'

interface GuessButtonsProps<Guess extends Marked> {
  /** What can be guessed: the outcomes by their marks. */
  readonly of: readonly Guess[]
  /** To be read from the back row, with the digits that are the keys of the buttons. */
  readonly large?: boolean
  onGuess(guess: Guess, button: HTMLElement): void
}

/** A button for each outcome that somebody may expect of a request. */
export function GuessButtons<Guess extends Marked>({ of, large = false, onGuess }: GuessButtonsProps<Guess>) {
  return (
    <div className={classes(styles.guesses, large && styles.large)}>
      {of.map((guess, at) => (
        <Button key={guess} className={styles.guess} onClick={({ currentTarget }) => onGuess(guess, currentTarget)}>
          {large && <kbd className={styles.key}>{at + 1}</kbd>}
          <span className={styles.mark} style={{ color: `var(${MARKS[guess].token})` }}>
            <MarkShape of={MARKS[guess]} hidden />
          </span>
          {MARKS[guess].word}
        </Button>
      ))}
    </div>
  )
}
