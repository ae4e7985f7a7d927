-- Filter for pandoc: a picture that stands alone on a line is centred, in HTML and in LaTeX.
function Para(block)
  if #block.content ~= 1 or block.content[1].t ~= "Image" then return nil end
  if FORMAT == "beamer" then
    return { pandoc.RawBlock("latex", "\\begin{center}"), pandoc.Plain(block.content),
             pandoc.RawBlock("latex", "\\end{center}") }
  end
  return pandoc.Div({ pandoc.Plain(block.content) }, { style = "text-align: center" })
end
