-- The code beside the text of a reason and of a note. Rows of earlier versions have a text alone.
alter table transfers add column reason_code text;
alter table transfers add column note_code text;
alter table transfers add check (reason_code is null or reason is not null);
alter table transfers add check (note_code is null or note is not null);
