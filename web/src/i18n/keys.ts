// The names of all messages, as types: a name that does not exist does not compile.
import type analysis from './messages/en/analysis.json';
import type board from './messages/en/board.json';
import type common from './messages/en/common.json';
import type editor from './messages/en/editor.json';
import type home from './messages/en/home.json';
import type keep from './messages/en/keep.json';
import type learn from './messages/en/learn.json';
import type online from './messages/en/online.json';
import type people from './messages/en/people.json';
import type play from './messages/en/play.json';
import type report from './messages/en/report.json';
import type rules from './messages/en/rules.json';
import type settings from './messages/en/settings.json';

export type MessageKey =
  | keyof typeof analysis
  | keyof typeof board
  | keyof typeof common
  | keyof typeof editor
  | keyof typeof home
  | keyof typeof keep
  | keyof typeof learn
  | keyof typeof online
  | keyof typeof people
  | keyof typeof play
  | keyof typeof report
  | keyof typeof rules
  | keyof typeof settings;
