export { fixInWords, type Remark, type RemarkedTexts, type RemarkOptions, remarksOf, unreadRemarks } from './remarks.ts'
