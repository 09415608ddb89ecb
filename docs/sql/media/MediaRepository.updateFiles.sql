update media
set
  key = $1,
  purpose = $2,
  mime_type = $3,
  bytes = $4,
  width = $5,
  height = $6,
  frames = $7,
  sha256 = $8,
  variants = $9,
  variant_keys = $10
where
  id = $11
  and status = $12;
