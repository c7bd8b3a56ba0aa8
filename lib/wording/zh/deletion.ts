/** What stays after something was deleted for good. */
export const deletion = {
  "“{title}” is deleted for good. Winnow does not make the backups of this PostgreSQL database; they may still contain it.":
    "“{title}”已彻底删除。此 PostgreSQL 数据库的备份不由 Winnow 制作，其中可能仍保留它。",
  "“{title}” is deleted for good. No copy of the database made by Winnow contains it.":
    "“{title}”已彻底删除。Winnow 制作的数据库备份中都没有它。",
  "“{title}” is deleted for good. {count, plural, one {# copy of the database, made on {day}, still contains it} other {# copies of the database still contain it; the newest was made on {day}}}. Winnow keeps the newest five copies, so each copy disappears once there are five newer ones. You can also delete it yourself from the folder “backups” in the data directory.":
    "“{title}”已彻底删除。仍有 {count, number} 份数据库备份保留它，最新一份制作于 {day}。Winnow 只保留最新的五份备份，因此又制作了五份更新的备份之后，旧备份就会消失。您也可以自行从数据目录的“backups”文件夹中删除它。",
};
