/** What the value of a flag must be. The facts are what kubectl 1.36 answers to other values. */
export interface FlagType {
  /** The end of a sentence: “--tail is …”. */
  readonly is: string
  /** A value that fits. */
  readonly example: string
  /** What kubectl says of a value while it reads the flags; undefined for one that it takes. Absent where it takes any. */
  readonly refusal?: Refusal
  /** The whole error of a command that has read its flags and does not accept the value. */
  readonly refusalByCommand?: Refusal
  /** The command reads every value that is given. Absent where the last one counts. */
  readonly isList?: true
}

export type Refusal = (value: string) => string | undefined
