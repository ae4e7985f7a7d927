-- Filter for pandoc: exercises from the page of sheets. What stands behind "Solution." becomes room to
-- write, or stays, with the metadata solutions:yes; each section of the exercises begins a page.

local keep = false

function Meta(meta)
  keep = meta.solutions ~= nil
end

local function begins_solution(block)
  local first = block.t == "Para" and block.content[1]
  return first and first.t == "Emph" and pandoc.utils.stringify(first) == "Solution."
end

-- room to write: questions share what is left of their page, those with long solutions have more
local function room(block)
  local lines = 4 + math.floor(#pandoc.utils.stringify(block) / 60)
  return pandoc.RawBlock("latex", string.format("\\vspace*{\\stretch{%d}}", lines))
end

local function name_and_date()
  return pandoc.RawBlock("latex",
    "\\noindent Name \\hrulefill\\quad Date \\makebox[3cm]{\\hrulefill}")
end

local function exercises(doc)
  local out, begun = {}, false
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" and block.level == 2 then
      if begun and not keep then table.insert(out, pandoc.RawBlock("latex", "\\newpage")) end
      if not keep then table.insert(out, name_and_date()) end
      begun = true
      table.insert(out, block)
    elseif begun then
      if begins_solution(block) and not keep then block = room(block) end
      table.insert(out, block)
    end
  end
  doc.blocks = out
  return doc
end

return { { Meta = Meta }, { Pandoc = exercises } }
